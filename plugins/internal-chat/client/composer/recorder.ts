/** Records the microphone with the browser's own recorder. */
export interface Recording {
  /** Stops listening; what was recorded remains. */
  stop(): void;
  /** Ends it and returns the sound. */
  finish(): Promise<File>;
  drop(): void;
}

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const endings: Readonly<Record<string, string>> = { 'audio/webm': 'weba', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' };

/** Throws where there is no microphone, or the person refuses it. */
export const startRecording = async (name: string): Promise<Recording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      close();
      resolve();
    };
  });
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  recorder.start();
  return {
    stop,
    async finish() {
      stop();
      await stopped;
      const type = (recorder.mimeType || 'audio/webm').split(';')[0] ?? 'audio/webm';
      return new File(parts, `${name}.${endings[type] ?? 'weba'}`, { type });
    },
    drop: stop,
  };
};
