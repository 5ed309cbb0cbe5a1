import { api } from '@balcao/sdk/client';
import { contactChanged, fetchContact } from '../contact-details.ts';
import type { ContactDetails, ExtraLine, WrittenLine } from '../contact-details.ts';

/** Puts `line` in the place of `known`, or at the end where that is gone; without `line` nowhere. */
function withLine(
  lines: readonly ExtraLine[],
  known: ExtraLine | undefined,
  line: WrittenLine | undefined,
): (ExtraLine | WrittenLine)[] {
  const at = lines.findIndex(({ id }) => id === known?.id);
  if (at < 0) return line ? [...lines, line] : [...lines];
  return line ? lines.with(at, { ...line, id: lines[at]?.id ?? 0 }) : lines.toSpliced(at, 1);
}

/** Keeps one line of a contact's extra information. The others are asked for anew: a colleague may have changed them. */
export async function saveLine(
  contactId: number,
  known: ExtraLine | undefined,
  line: WrittenLine | undefined,
): Promise<void> {
  const { extraInfo = [] } = await fetchContact(contactId);
  const saved = await api.put<ContactDetails>(`/contacts/${contactId}`, {
    extraInfo: withLine(extraInfo, known, line),
  });
  contactChanged(contactId, { extraInfo: saved.extraInfo ?? [] });
}
