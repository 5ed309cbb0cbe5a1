import { api } from '@balcao/sdk/client';
import { contactChanged, fetchContact } from '../contact-details.ts';
import type { ContactDetails, ExtraLine, WrittenLine } from '../contact-details.ts';

/** Replaces `known` by `line`, or appends it where `known` is gone; without `line` it is removed. */
function withLine(
  lines: readonly ExtraLine[],
  known: ExtraLine | undefined,
  line: WrittenLine | undefined,
): (ExtraLine | WrittenLine)[] {
  const at = lines.findIndex(({ id }) => id === known?.id);
  if (at < 0) return line ? [...lines, line] : [...lines];
  return line ? lines.with(at, { ...line, id: lines[at]?.id ?? 0 }) : lines.toSpliced(at, 1);
}

/** Saves one line of a contact's extra information. The others are read again: a colleague may have changed them. */
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
