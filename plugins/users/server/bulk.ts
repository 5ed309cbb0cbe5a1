import { accounts, AppError, conflict, forbidden, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { params } from './form.ts';
import { countLink } from './invitations.ts';
import { findPerson } from './people.ts';
import { deletePicture } from './pictures.ts';

const body = z.object({
  action: z.enum(['remove', 'invite']),
  ids: z
    .array(params.shape.id)
    .min(1, 'Required')
    .max(100)
    .transform((ids) => [...new Set(ids)]),
});

const acts = {
  remove: async (id: number, scope: Scope): Promise<string | null> => {
    const { profilePicUrl } = await findPerson(id, scope);
    await scope.use(accounts).remove(id);
    await deletePicture(profilePicUrl, scope);
    return null;
  },
  invite: async (id: number, scope: Scope): Promise<string | null> => {
    const { invitedUntil } = await findPerson(id, scope);
    if (invitedUntil === null) throw conflict('ERR_NOT_INVITED');
    await countLink(id, scope);
    return (await scope.use(accounts).sendPasswordLink(id)).link;
  },
};

const refuseAboveMe = async (id: number, scope: Scope): Promise<void> => {
  const { profile } = await findPerson(id, scope);
  if (profile === 'admin' && scope.user?.profile !== 'admin' && !scope.user?.super) throw forbidden();
};

export const bulkRoute = (host: Host<typeof manifest>): void => {
  host.route('POST', '/users/bulk', {
    access: 'users:view',
    summary: 'Deletes several people or invites them again, where allowed; the others are listed with the reason.',
    input: { body },
    output: z.object({
      done: z.array(z.number()),
      refused: z.array(z.object({ id: z.number(), code: z.string() })),
      links: z.array(z.object({ id: z.number(), link: z.string() })),
    }),
    handle: async ({ body: { action, ids } }, scope) => {
      const done: number[] = [];
      const refused: { id: number; code: string }[] = [];
      const links: { id: number; link: string }[] = [];
      for (const id of ids) {
        try {
          await refuseAboveMe(id, scope);
          const link = await acts[action](id, scope);
          done.push(id);
          if (link !== null) links.push({ id, link });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          refused.push({ id, code: error.code });
        }
      }
      return { done, refused, links };
    },
  });
};
