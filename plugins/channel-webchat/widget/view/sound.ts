/** Plays two short synthesised tones: nothing to load, nothing for a page’s policy to refuse. */
export const playRing = (): void => {
  const audio = new AudioContext();
  [660, 880].forEach((frequency, index) => {
    const at = audio.currentTime + index * 0.12;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.22);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.24);
  });
  setTimeout(() => void audio.close(), 800);
};
