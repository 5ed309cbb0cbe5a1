import { z } from '@balcao/sdk/server';

/** Longest text of a message that every channel takes. */
export const maxText = 4096;

/** A text that may still be empty in a draft; the check before publishing asks for it. */
export const text = (max = maxText) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value ?? '');
export const number = (min: number, max: number, usual: number) =>
  z
    .union([z.number(), z.string().transform((value) => (value.trim() === '' ? usual : Number(value)))])
    .nullish()
    .transform((value) => value ?? usual)
    .pipe(z.number().min(min).max(max));
/** Seconds before a message, in which the customer sees that somebody is typing. */
export const delay = number(0, 86_400, 0);
export const idOrNull = z
  .union([z.number(), z.string().transform((value) => (/^\d{1,10}$/.test(value) ? Number(value) : null))])
  .nullish()
  .transform((value) => value ?? null)
  .pipe(z.number().int().positive().max(2_147_483_647).nullable());
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
export const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .nullish()
    .transform((value) => value ?? []);
export const variable = z
  .string()
  .max(60)
  .nullish()
  .transform((value) => (value ?? '').trim().replace(/^%|%$/g, ''));

/** Fields of every node that asks and repeats. */
export const asking = {
  delay,
  invalidTexts: list(z.string().max(maxText), 5),
  tries: number(1, 10, 3),
  timeoutMinutes: number(0, 43_200, 0),
};
