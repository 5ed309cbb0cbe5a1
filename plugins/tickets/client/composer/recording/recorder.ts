import { startWorker } from '@balcao/sdk/client';
import type { CaptureCommand } from './capture.worklet.ts';
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built file
import captureAddress from './capture.worklet.ts?worker&url';
import type { EncoderStart } from './encoder.worker.ts';
// oxlint-disable-next-line import/default -- as above
import encoderAddress from './encoder.worker.ts?worker&url';

/** Why nothing can be recorded. */
export type RecordingProblem = 'refused' | 'missing' | 'busy' | 'unsupported';

export class RecordingError extends Error {
  readonly problem: RecordingProblem;
  constructor(problem: RecordingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export interface Recording {
  pause(isPaused: boolean): void;
  /** Finishes and returns the MP3. */
  finish(): Promise<Blob>;
  /** Stops and discards the recording. */
  drop(): void;
}

export interface RecordingEvents {
  /** The loudness, 0 to 1, and the recorded seconds, about twenty times a second. */
  onLevel(level: number, seconds: number): void;
  /** The microphone was disconnected. */
  onLost(): void;
}

const problemOf = (error: unknown): RecordingProblem => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'unsupported';
};

const microphone = async (): Promise<MediaStream> => {
  // Missing on pages that are not served securely.
  if (!('mediaDevices' in navigator) || !('AudioWorkletNode' in globalThis)) throw new RecordingError('unsupported');
  return navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      throw new RecordingError(problemOf(error), error);
    });
};

/** Sample rates of MP3; the browser converts others. */
const rates = [32_000, 44_100, 48_000];

const openContext = (): AudioContext => {
  const context = new AudioContext();
  if (rates.includes(context.sampleRate)) return context;
  void context.close();
  return new AudioContext({ sampleRate: 48_000 });
};

/** Starts recording. The samples go from the audio thread to the encoder without passing through the page. */
export async function startRecording({ onLevel, onLost }: RecordingEvents): Promise<Recording> {
  const stream = await microphone();
  let context: AudioContext | undefined;
  let encoder: Worker | undefined;
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (context && context.state !== 'closed') void context.close();
  };
  try {
    context = openContext();
    await context.audioWorklet.addModule(captureAddress);
    encoder = startWorker(encoderAddress);
    const capture = new AudioWorkletNode(context, 'balcao-capture', { numberOfOutputs: 0 });
    const { port1, port2 } = new MessageChannel();
    const start: EncoderStart = { sampleRate: context.sampleRate, samples: port2 };
    encoder.postMessage(start, [port2]);
    const sendCommand = (command: CaptureCommand, transfer: Transferable[] = []) =>
      capture.port.postMessage(command, transfer);
    sendCommand({ samplesTo: port1 }, [port1]);
    let recorded = 0;
    const { sampleRate } = context;
    capture.port.onmessage = ({ data }: MessageEvent<{ level: number; samples: number }>) => {
      recorded += data.samples;
      onLevel(data.level, recorded / sampleRate);
    };
    stream.getAudioTracks()[0]?.addEventListener('ended', onLost);
    context.createMediaStreamSource(stream).connect(capture);
    await context.resume();
    const working = encoder;
    return {
      pause: (paused) => sendCommand({ paused }),
      finish: () =>
        new Promise((resolve, reject) => {
          working.onmessage = ({ data }: MessageEvent<Blob>) => {
            working.terminate();
            close();
            resolve(data);
          };
          working.onerror = ({ message }) => {
            close();
            reject(new Error(message));
          };
          sendCommand({ end: true });
        }),
      drop: () => {
        working.terminate();
        close();
      },
    };
  } catch (error) {
    encoder?.terminate();
    close();
    throw error instanceof RecordingError ? error : new RecordingError('unsupported', error);
  }
}
