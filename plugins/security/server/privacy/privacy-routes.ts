import { Readable } from 'node:stream';
import { contacts } from '@balcao/contacts/contract';
import { notFound, Reply, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { everythingOf } from './collect.ts';
import { eraseContact } from './erase.ts';
import { zip } from './zip.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

const mustExist = async (id: number, scope: Scope): Promise<void> => {
  if (!(await scope.use(contacts).find(id))) throw notFound('ERR_NO_CONTACT_FOUND');
};

/** Registers the routes for the legal rights of a person: export and erasure of their data. */
export const privacyRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/privacy/contacts/:id/export', {
    access: 'privacy:manage',
    audit: 'privacy.exported',
    rate: 20,
    summary: 'All data of a contact, as a ZIP file.',
    input: { params },
    handle: async (request, scope) => {
      const { id } = request.params;
      await mustExist(id, scope);
      await scope.audit({ action: 'privacy.exported', subject: `#${id}` });
      return new Reply(200, Readable.from(zip(everythingOf(id, scope)), { objectMode: false }), {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="contato-${id}.zip"`,
      });
    },
  });
  host.route('POST', '/privacy/contacts/:id/erase', {
    access: 'privacy:manage',
    audit: 'privacy.erased',
    rate: 20,
    summary:
      'Erases the personal data of a contact and the content of its conversations. Counts stay. It cannot be undone.',
    input: { params, body: z.object({ confirm: z.literal(true, 'ERR_CONFIRMATION') }) },
    output: z.object({ erased: z.record(z.string(), z.number()) }),
    handle: async (request, scope) => {
      const { id } = request.params;
      await mustExist(id, scope);
      return { erased: await eraseContact(id, scope) };
    },
  });
};
