import { AppError, invalid, type Scope } from '@balcao/sdk/server';
import type { InboundMessage, MessageData } from '@balcao/connections/contract';
import { messageKind, type MessageKind } from '../../../contract.ts';
import { storableValue } from './storable-value.ts';

/** Maximum size, in bytes, that a kind may declare: live updates have a size limit. */
export const maxDataBytes = 65_536;
const usualBytes = 16_384;
const maxTextLength = 1000;

/** The content of a message, as it is stored. */
export interface ReadData {
  data: MessageData;
  json: string;
  /** The content in one line, in the company's language. */
  words: string;
}

/** Parses data with the plugin's schema; a schema that throws, as an asynchronous one does, refuses the data. */
const parsed = (kind: MessageKind, fields: object, scope: Scope): object => {
  let message: string | undefined;
  try {
    const read = kind.schema.safeParse(fields);
    if (read.success) return read.data;
    message = read.error.issues[0]?.message;
  } catch (error) {
    scope.log.error({ err: error, kind: kind.id }, 'the schema of a message kind failed');
  }
  throw invalid({ data: message ?? 'ERR_INVALID_VALUE' });
};

const wordsOf = (kind: MessageKind, data: object, scope: Scope): string => {
  try {
    const text: unknown = kind.text(data, scope.company.language);
    if (typeof text === 'string' && text.trim() !== '')
      return text.replaceAll('\0', '').slice(0, maxTextLength).toWellFormed();
  } catch (error) {
    scope.log.error({ err: error, kind: kind.id }, 'the text of a message kind failed');
  }
  return kind.id;
};

/**
 * Validates the data of a message. ERR_VALIDATION (400) for a kind that is not registered in this company, and for data
 * that its schema refuses.
 */
export const readData = (scope: Scope, data: MessageData | undefined): ReadData | undefined => {
  if (data === undefined) return undefined;
  const { kind: id, ...fields } = Object(data) as { kind?: unknown };
  const kind = scope.items(messageKind).find((one) => one.id === id);
  if (!kind) throw invalid({ data: 'ERR_INVALID_VALUE' });
  const read = parsed(kind, fields, scope);
  const value = { ...(storableValue(read) as object), kind: kind.id } as MessageData;
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > (kind.maxBytes ?? usualBytes)) throw invalid({ data: 'ERR_TOO_LONG' });
  return { data: value, json, words: wordsOf(kind, read, scope) };
};

/**
 * Validates the data of an inbound message. Data that is refused (its plugin is off, or its schema refuses it) is left
 * out where the message has text or a file. ERR_VALIDATION (400) when nothing would be left.
 */
export const readInboundData = (
  scope: Scope,
  { data, body, externalId }: InboundMessage,
  hasFile: boolean,
): ReadData | undefined => {
  try {
    return readData(scope, data);
  } catch (error) {
    const isLeft = hasFile || body.replaceAll('\0', '').trim() !== '';
    if (!isLeft || !(error instanceof AppError) || error.status !== 400) throw error;
    scope.log.warn(
      { message: externalId, code: error.code, fields: error.fields },
      'a message was stored without its data',
    );
    return undefined;
  }
};
