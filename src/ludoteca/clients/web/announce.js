/** What reaches players who are not looking: screen readers, the title bar, sounds, system notifications. */

import { settings } from "./settings.js";

let audio = null;
let flashing = 0;

/** Announce a sentence to screen readers. */
export function say(sentence) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Call the player to the table: by sound, in the title bar, and by a notification if allowed.
 *
 * `before` is announced along with it. */
export function call(sentence, before = "") {
  say(`${before} ${sentence}`.trim());
  if (settings.sound) chime();
  if (!document.hidden) return;
  flash(sentence);
  const allowed = globalThis.Notification?.permission === "granted";
  if (settings.notices && allowed) new Notification("Ludoteca", { body: sentence });
}

/** Play two soft notes; browsers allow no sound before the first interaction. */
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
