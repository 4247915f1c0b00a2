// Sentences by key, in the language the page was written in.

let words = {};
const data = globalThis.document?.getElementById("words");
if (data) words = JSON.parse(data.textContent);

/** Return the sentence of a key with its {placeholders} filled; a key without one is shown itself. */
export function say(key, values = {}) {
  const text = words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Say whether there is a sentence for a key. */
export function knows(key) {
  return key in words;
}

/** Return sentences after one another, as this language sets them; empty ones are left out. */
export function together(...sentences) {
  const [first = "", ...rest] = sentences.filter(Boolean);
  return rest.reduce((one, two) => say("sentence.gap", { one, two }), first);
}

/** The language of the page, as the browser's own formats want it. */
export const language = globalThis.document?.documentElement.lang || "en";

/** Return a day and time as readers of this language write it. */
export function formatDate(seconds) {
  const when = new Date(seconds * 1000);
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(when);
}

/** Return how long something has been, `0:40`. */
export function formatSpan(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return minutes and seconds, `3:48`; under ten seconds with tenths. */
export function formatClock(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
