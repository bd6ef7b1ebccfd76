{% load static %}// Keeps what pages are made of and one to show offline; never a page of a table.
const CACHE = "ofcscore-{{ version }}";
const OFFLINE = "{% url 'offline' %}";
const KEPT = [OFFLINE{% for url in kept %}, "{{ url }}"{% endfor %}];

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT))));

addEventListener("activate", (event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
  ),
);

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
