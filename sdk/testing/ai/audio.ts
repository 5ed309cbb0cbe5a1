import type { ServerResponse } from 'node:http';
import { fail, json } from './replies.ts';

const field = (form: string, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(form)?.[1];

/** The text after `say:` in the bytes of the audio, so that tests decide what is heard. */
const heard = (form: string): string => {
  const said = /say:([^\r\n\0]+)/.exec(form)?.[1];
  return said === undefined ? 'olá mundo' : Buffer.from(said, 'latin1').toString('utf8');
};

/** Answers a transcription: checks the form and the file's name, which decides whether OpenAI accepts the bytes. */
export const transcription = (
  response: ServerResponse,
  raw: Buffer,
  type: string,
  refused: readonly string[] = ['.oga', '.opus'],
): void => {
  const form = raw.toString('latin1');
  const name = /name="file"; filename="([^"]+)"/.exec(form)?.[1];
  if (!type.startsWith('multipart/form-data; boundary='))
    return fail(response, 400, { message: 'Expected multipart/form-data' });
  if (name === undefined) return fail(response, 400, { message: 'Missing file', param: 'file' });
  if (field(form, 'model') === undefined) return fail(response, 400, { message: 'Missing model', param: 'model' });
  if (refused.some((ending) => name.endsWith(ending)) || form.includes('unreadable:'))
    return fail(response, 400, { message: `Invalid file format. Supported formats: mp3, ogg, wav`, param: 'file' });
  json(response, {
    text: heard(form),
    language: field(form, 'language') ?? 'pt',
    usage: { type: 'duration', seconds: 38 },
  });
};
