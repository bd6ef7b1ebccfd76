// Fills a hidden date field with the date on this phone: a night belongs to the day on which it began here.
const field = document.querySelector("[data-local-date]");
if (field) {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  field.value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
