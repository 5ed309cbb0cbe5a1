import { sql, type Scope } from '@balcao/sdk/server';
import { groupIdentity, identityOf } from '../identity.ts';
import type { ToServer } from '../connection/worker-protocol.ts';
import type { ConnectionStore } from '../store/connection-store.ts';

/** Key kind of the path of a person’s stored picture. */
export const pictureFileKind = 'picture-file';

const isPicture = (mime: string): boolean => mime === 'image/jpeg' || mime === 'image/png' || mime === 'image/webp';

/** Sets or removes the picture of a person’s contact. Returns false if there is no contact yet. */
export const showPicture = async (
  store: ConnectionStore,
  { of, bytes }: Extract<ToServer, { do: 'picture' }>,
  scope: Scope,
): Promise<boolean> => {
  const identity = of.group === undefined ? identityOf(of) : groupIdentity(of.group);
  if (!identity) return false;
  const { channel, scope: within, kind, value } = identity;
  const contact = await scope.sql.one<{ id: number }>(
    sql`select contact_id as id from contacts.public_identity
         where channel = ${channel} and scope = ${within} and kind = ${kind} and value = ${value}`,
  );
  if (!contact) return false;
  const name = `${kind}/${value}`;
  const { [name]: before } = await store.readValues(pictureFileKind, [name]);
  const file = bytes && (await scope.storage.store({ name: 'foto.jpg', body: bytes }));
  // The file comes from a third party, so anything but a picture is refused.
  if (file && !isPicture(file.mime)) {
    await scope.storage.remove(file.path);
    return true;
  }
  if (file)
    await scope.sql.run(sql`select contacts.identify(${channel}, ${within}, ${kind}, ${value}, '', '', ${file.path})`);
  // A person without a picture has none here either, unless people have chosen another.
  else if (before !== undefined) await scope.sql.run(sql`select contacts.remove_picture(${contact.id}, ${before})`);
  await store.change([{ kind: pictureFileKind, name, value: file?.path ?? null }]);
  if (before !== undefined) await scope.storage.remove(before).catch(() => undefined);
  return true;
};
