/** What is said aloud to those who do not look: screen readers, the title bar, sounds, the system. */

import { settings } from "./settings.js";

let audio = null;
let flashing = 0;

/** Say a sentence to whoever listens to the screen. */
export function say(sentence) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Call somebody to the table: by sound, in the title bar, and by the system if they want.
 *
 * What led to it may be said along with it. */
export function call(sentence, before = "") {
  say(`${before} ${sentence}`.trim());
  if (settings.sound) chime();
  if (!document.hidden) return;
  flash(sentence);
  const allowed = globalThis.Notification?.permission === "granted";
  if (settings.notices && allowed) new Notification("Ludoteca", { body: sentence });
}

/** Two soft notes; a browser lets nobody sing before the page was touched. */
export function chime() {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    for (const [note, at] of [[523.25, 0], [659.25, 0.14]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = note;
      volume.gain.setValueAtTime(0.0001, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.15, audio.currentTime + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.35);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.4);
    }
  } catch {
    // no sound here
  }
}

function flash(sentence) {
  clearInterval(flashing);
  const usual = document.title;
  flashing = setInterval(() => {
    document.title = document.title === usual ? `● ${sentence}` : usual;
  }, 1000);
  document.addEventListener(
    "visibilitychange",
    () => {
      clearInterval(flashing);
      document.title = usual;
    },
    { once: true },
  );
}
