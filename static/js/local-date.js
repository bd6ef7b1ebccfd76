// The day on this phone; Sweden writes days as forms do.
for (const field of document.querySelectorAll("[data-local-date]")) field.value = new Date().toLocaleDateString("sv-SE");
