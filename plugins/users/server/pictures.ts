import { accounts, forbidden, invalid, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { params } from './form.ts';
import { findPerson, type Person } from './people.ts';

const maxBytes = 2 * 1024 * 1024;

/** Deletes a picture that is no longer used. A failure is logged and does not fail the request. */
export const deletePicture = async (path: string | null, { storage, log }: Scope): Promise<void> => {
  if (path === null) return;
  await storage.remove(path).catch((err: unknown) => log.warn({ err }, 'former picture could not be removed'));
};

/** Returns the person whose picture may be changed: oneself, or a person one may change. */
const requireChangeable = async (id: number, scope: Scope): Promise<Person> => {
  const { user } = scope;
  const isMe = user?.id === id && !user.impersonating;
  if (!isMe && !scope.can('users:view')) throw forbidden();
  const person = await findPerson(id, scope);
  if (!isMe && person.profile === 'admin' && user?.profile !== 'admin' && !user?.super) throw forbidden();
  return person;
};

export const pictureRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/users/:id/picture', {
    access: 'signed-in',
    audit: 'POST /users/:id/picture',
    rate: 20,
    summary: 'Stores the picture (`file`) of a person, replacing the former one: the caller’s own, or with users:view.',
    input: { params, files: { maxBytes, maxCount: 1, accept: ['image/png', 'image/jpeg', 'image/webp'] } },
    handle: async (request, scope) => {
      const { id } = await requireChangeable(request.params.id, scope);
      const [upload] = request.files;
      if (!upload) throw invalid({ file: 'ERR_REQUIRED' });
      const { path } = await scope.storage.store(upload);
      try {
        await deletePicture(await scope.use(accounts).setPicture(id, path), scope);
      } catch (error) {
        await deletePicture(path, scope);
        throw error;
      }
      return findPerson(id, scope);
    },
  });
  host.route('DELETE', '/users/:id/picture', {
    access: 'signed-in',
    audit: 'DELETE /users/:id/picture',
    summary: 'Removes a person’s picture: the caller’s own, or with users:view.',
    input: { params },
    handle: async (request, scope) => {
      const { id } = await requireChangeable(request.params.id, scope);
      await deletePicture(await scope.use(accounts).setPicture(id, null), scope);
      return findPerson(id, scope);
    },
  });
};
