/** A short low tone, so that a person who looks at the shelf hears that a piece was wrong. */
export function beep(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.type = 'square';
    tone.frequency.value = 180;
    tone.connect(audio.destination);
    tone.onended = () => void audio.close();
    tone.start();
    tone.stop(audio.currentTime + 0.25);
  } catch {
    // A browser without sound still shows the red row.
  }
}
