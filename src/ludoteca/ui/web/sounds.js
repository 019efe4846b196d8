/** Synthesized sounds: a move, a call to the player, a completed goal, the end of a game. */

import { settings } from "./settings.js";

const LOUDEST = 0.5;
const QUIET = 0.0001;

/** Notes in hertz and seconds.
 * @typedef {[pitch: number, begin: number, length: number, loudness: number]} Note
 * @type {{ [name: string]: { wave: OscillatorType, notes: Note[] } }} */
const SOUNDS = {
  move: { wave: "triangle", notes: [[196, 0, 0.09, 0.5], [392, 0, 0.05, 0.2]] },
  call: { wave: "sine", notes: [[523.25, 0, 0.35, 0.4], [659.25, 0.14, 0.35, 0.4]] },
  goal: { wave: "sine", notes: [[523.25, 0, 0.2, 0.35], [659.25, 0.09, 0.2, 0.35], [783.99, 0.18, 0.2, 0.35], [1046.5, 0.27, 0.5, 0.35]] },
  end: { wave: "sine", notes: [[392, 0, 0.3, 0.35], [523.25, 0.2, 0.3, 0.35], [659.25, 0.4, 0.9, 0.3], [783.99, 0.4, 0.9, 0.3]] },
};

/** @type {AudioContext | undefined} */
let audio;
let touched = navigator.userActivation?.hasBeenActive ?? false;

for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => { touched = true; }, { once: true, capture: true });

/** Play a sound, unless sounds are off; browsers allow none before the first interaction.
 * @param {string} name */
export function play(name) {
  if (!settings.sound || !settings.volume || !touched) return;
  try {
    audio ??= new AudioContext();
    audio.resume(); // browsers may suspend it in the background
    const { wave, notes } = SOUNDS[name];
    for (const note of notes) sing(audio, wave, note);
  } catch {
    // sound is unavailable
  }
}

/** Play a soft note; the volume is squared, because a quarter of the gain sounds half as loud.
 * @param {AudioContext} audio @param {OscillatorType} wave @param {Note} note */
function sing(audio, wave, [pitch, begin, length, loudness]) {
  const at = audio.currentTime + begin;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = wave;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(QUIET, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(QUIET, LOUDEST * loudness * settings.volume ** 2), at + 0.01);
  gain.gain.exponentialRampToValueAtTime(QUIET, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.05);
}
