import { expect, test } from 'vitest';
import { ApiError } from '@balcao/sdk/client';
import { deleteContacts } from './delete-contacts.ts';

const contacts = [1, 2, 3, 4].map((id) => ({ id }));
const server = (faults: Readonly<Record<number, ApiError>>) => {
  const asked: number[] = [];
  const remove = async (id: number): Promise<void> => {
    asked.push(id);
    const fault = faults[id];
    if (fault) throw fault;
  };
  return { asked, remove };
};

test('A contact deleted by a colleague does not stop the others from being deleted', async () => {
  const { asked, remove } = server({ 2: new ApiError(404, 'ERR_NO_CONTACT_FOUND') });
  const result = await deleteContacts(contacts, remove);
  expect(asked).toEqual([1, 2, 3, 4]);
  expect(result).toEqual({ deleted: contacts, kept: [], left: [], fault: undefined });
});

test('Contacts with open tickets are kept, unless only one was to be deleted', async () => {
  const hasTickets = new ApiError(409, 'ERR_CONTACT_HAS_TICKETS');
  const { remove } = server({ 3: hasTickets });
  expect(await deleteContacts(contacts, remove)).toMatchObject({ kept: [{ id: 3 }], left: [], fault: undefined });
  expect(await deleteContacts([{ id: 3 }], remove)).toMatchObject({ kept: [], left: [{ id: 3 }], fault: hasTickets });
});

test('After an error only those remain to be deleted that were not', async () => {
  const down = new ApiError(503, 'ERR_UNAVAILABLE');
  const { remove } = server({ 3: down });
  expect(await deleteContacts(contacts, remove)).toEqual({
    deleted: [{ id: 1 }, { id: 2 }],
    kept: [],
    left: [{ id: 3 }, { id: 4 }],
    fault: down,
  });
});
