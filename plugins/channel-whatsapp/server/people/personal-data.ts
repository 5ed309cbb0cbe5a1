import { sql, type Scope } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';
import { connections } from '@balcao/connections/contract';
import { channelId } from '../../contract.ts';
import { ConnectionStore } from '../store/connection-store.ts';
import { savedKind, ownKind } from './address-book.ts';
import { pictureFileKind } from './picture.ts';

interface Row {
  kind: string;
  value: string;
}

/** Includes the number, because a phone names people by it if it knows it. */
const identitiesOf = (contactId: number, scope: Scope): Promise<Row[]> =>
  scope.sql.rows<Row>(
    sql`select kind, value from contacts.public_identity where contact_id = ${contactId} and channel = ${channelId}
        union select 'phone', number from contacts.public_contact where id = ${contactId} and number <> ''`,
  );
const storesOf = async (scope: Scope): Promise<ConnectionStore[]> => {
  const lines = (await scope.use(connections).list()).filter(({ channel }) => channel === channelId);
  return Promise.all(lines.map(({ id }) => ConnectionStore.open(scope, id)));
};

/** Personal data that the company’s phones sent about a contact: the name there, and the picture. */
export const knownPerson: PersonalData = {
  id: 'channel-whatsapp',
  async *collect(contactId, scope) {
    const identities = await identitiesOf(contactId, scope);
    for (const store of await storesOf(scope))
      for (const { kind, value } of identities) {
        const { [`${kind}/${value}`]: path } = await store.readValues(pictureFileKind, [`${kind}/${value}`]);
        if (path !== undefined) yield { path, name: 'foto.jpg' };
        for (const where of [savedKind, ownKind])
          for (const text of Object.values(await store.readValues(where, [value])))
            yield { kind: 'whatsapp-name', row: { name: (JSON.parse(text) as { name: string }).name } };
      }
  },
  async erase(contactId, scope) {
    const identities = await identitiesOf(contactId, scope);
    const files: string[] = [];
    let count = 0;
    for (const store of await storesOf(scope))
      for (const { kind, value } of identities) {
        const { [`${kind}/${value}`]: path } = await store.readValues(pictureFileKind, [`${kind}/${value}`]);
        if (path !== undefined) files.push(path);
        const gone = [
          { kind: pictureFileKind, name: `${kind}/${value}`, value: null },
          { kind: savedKind, name: value, value: null },
          { kind: ownKind, name: value, value: null },
        ];
        count += await store.change(gone);
      }
    return { count, files };
  },
};
