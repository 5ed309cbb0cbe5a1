import type { ServerResponse } from 'node:http';
import { fail, json } from './replies.ts';

const field = (form: string, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(form)?.[1];

/** The text after `say:` in the bytes of the audio, so that tests decide what is heard. */
const heard = (form: string): string => {
  const said = /say:([^\r\n\0]+)/.exec(form)?.[1];
  return said === undefined ? 'olá mundo' : Buffer.from(said, 'latin1').toString('utf8');
};

/** How the bytes say what the provider tells of its bill. */
const usageOf = (form: string): object => {
  if (form.includes('tokens:')) return { usage: { type: 'tokens', input_tokens: 500, output_tokens: 40 } };
  return form.includes('nousage:') ? {} : { usage: { type: 'duration', seconds: 38 } };
};

interface TranscriptionOptions {
  refused?: readonly string[] | undefined;
  /** How often audio with a number of failures has failed. */
  failures: Map<string, number>;
  hanging: Set<() => void>;
}

/**
 * Answers a transcription: checks the form and the file's name, which decides whether OpenAI accepts the bytes. Audio
 * with `down:3` fails three times; with `hang:` it waits the first time, until it is released.
 */
export const transcription = (
  response: ServerResponse,
  raw: Buffer,
  type: string,
  { refused = ['.oga', '.opus'], failures, hanging }: TranscriptionOptions,
): void => {
  const form = raw.toString('latin1');
  const name = /name="file"; filename="([^"]+)"/.exec(form)?.[1];
  if (!type.startsWith('multipart/form-data; boundary='))
    return fail(response, 400, { message: 'Expected multipart/form-data' });
  if (name === undefined) return fail(response, 400, { message: 'Missing file', param: 'file' });
  if (field(form, 'model') === undefined) return fail(response, 400, { message: 'Missing model', param: 'model' });
  if (refused.some((ending) => name.endsWith(ending)) || form.includes('unreadable:'))
    return fail(response, 400, { message: `Invalid file format. Supported formats: mp3, ogg, wav`, param: 'file' });
  const answer = (): void =>
    json(response, { text: heard(form), language: field(form, 'language') ?? 'pt', ...usageOf(form) });
  const failed = failures.get(heard(form)) ?? 0;
  failures.set(heard(form), failed + 1);
  if (failed < Number(/down:(\d+)/.exec(form)?.[1] ?? 0)) return fail(response, 500, { message: 'Internal error' });
  if (form.includes('hang:') && failed === 0) hanging.add(answer);
  else answer();
};
