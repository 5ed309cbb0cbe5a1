import { api } from '@balcao/sdk/client';
import { askContactAgain, contactChanged, fetchContact } from '../contact-details.ts';
import type { ExtraLine } from '../contact-details.ts';

const isSame = (one: ExtraLine, other: ExtraLine): boolean => one.name === other.name && one.value === other.value;

/** Puts `line` in the place of `known`; without `known` at the end, without `line` nowhere. */
export function withLine(
  lines: readonly ExtraLine[],
  known: ExtraLine | undefined,
  line: ExtraLine | undefined,
): ExtraLine[] {
  const at = known ? lines.findIndex((each) => isSame(each, known)) : -1;
  if (at < 0) return line ? [...lines, line] : [...lines];
  return line ? lines.with(at, line) : lines.toSpliced(at, 1);
}

/** Keeps one line of a contact's extra information. The others are asked for anew: a colleague may have changed them. */
export async function saveLine(
  contactId: number,
  known: ExtraLine | undefined,
  line: ExtraLine | undefined,
): Promise<void> {
  const { extraInfo = [] } = await fetchContact(contactId);
  const lines = withLine(extraInfo, known, line).map(({ name, value }) => ({ name, value }));
  await api.put(`/contacts/${contactId}`, { extraInfo: lines });
  contactChanged(contactId, { extraInfo: lines });
  void askContactAgain(contactId);
}
