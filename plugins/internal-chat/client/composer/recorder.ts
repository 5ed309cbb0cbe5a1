/** Records the microphone with the browser's own recorder. */
export interface Recording {
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
  recorder.start();
  return {
    finish: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          close();
          const type = (recorder.mimeType || 'audio/webm').split(';')[0] ?? 'audio/webm';
          resolve(new File(parts, `${name}.${endings[type] ?? 'weba'}`, { type }));
        };
        recorder.stop();
      }),
    drop: () => {
      recorder.onstop = null;
      if (recorder.state !== 'inactive') recorder.stop();
      close();
    },
  };
};
