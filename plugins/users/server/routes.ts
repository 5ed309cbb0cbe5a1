import { accounts, AppError, forbidden, mergeEdit, sql, z, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { validateExtras, checkProfile } from './checks.ts';
import { withoutProbing } from './email-probes.ts';
import { change, params, person } from './form.ts';
import { deletePicture } from './pictures.ts';
import { allPeople, asForm, findPerson, lookUpPerson, searchPeople, type Person } from './people.ts';

const list = z.object({
  searchParam: z.string().max(200).default(''),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
const presence = (people: readonly Person[]) =>
  people.map(({ id, name, profilePicUrl, online, firstOnline, lastOnline }) => ({
    id,
    name,
    profilePicUrl,
    online,
    firstOnline,
    lastOnline,
  }));

export const userRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/users', {
    access: 'signed-in',
    summary: 'People of the company by pages of 20. Without users:view: only their names, queues and presence.',
    input: { query: list },
    handle: ({ query }, scope) =>
      searchPeople(
        query.searchParam.trim(),
        query.pageNumber,
        scope,
        scope.can('users:view') ? 'all' : 'to colleagues',
      ),
  });
  host.route('GET', '/users/list', {
    access: 'signed-in',
    summary: 'People of the company with whether they are online; of any company for a super user.',
    input: { query: z.object({ companyId: params.shape.id.optional() }) },
    handle: async ({ query }, scope) => {
      const { companyId = scope.company.id } = query;
      if (companyId === scope.company.id) return presence(await allPeople(scope));
      // Only the scopes of super users may enter another company.
      if (!scope.inCompany) throw forbidden();
      return scope.inCompany(companyId, async (inner) => presence(await allPeople(inner)));
    },
  });
  host.route('GET', '/users/combolist', {
    access: 'signed-in',
    summary: 'People of the company, for choosing one.',
    handle: async (_request, scope) =>
      (await allPeople(scope)).map(({ id, name, profilePicUrl }) => ({ id, name, profilePicUrl })),
  });
  host.route('GET', '/users/:id', {
    access: 'signed-in',
    summary: 'One person.',
    input: { params },
    handle: (request, scope) => {
      if (request.params.id !== scope.user.id && !scope.can('users:view')) throw forbidden();
      return findPerson(request.params.id, scope);
    },
  });
  host.route('POST', '/users', {
    access: 'users:view',
    summary: 'Creates a person.',
    input: { body: person },
    handle: async ({ body }, scope) => {
      if (scope.settings.get('userCreation') === 'disabled') throw new AppError(403, 'ERR_USER_CREATION_DISABLED');
      checkProfile(body.profile, 'user', scope);
      const { name, email, password, profile, mustChangePassword } = body;
      const saveExtras = validateExtras(body, scope);
      const { id } = await withoutProbing(email, scope, () =>
        scope
          .use(accounts)
          .create({ name, email, password, profile, ...(mustChangePassword && { mustChangePassword }) }),
      );
      try {
        await saveExtras(id, scope);
      } catch (error) {
        // A form that is sent again after an error must not meet the partly created account.
        await scope.use(accounts).remove(id);
        throw error;
      }
      return findPerson(id, scope);
    },
  });
  host.route('PUT', '/users/:id', {
    access: 'users:view',
    summary: 'Changes a person.',
    input: { params, body: change },
    handle: ({ params: { id }, body }, scope) =>
      scope.tx(async (inner) => {
        // Accounts are written on the kernel's own connection, which must not wait for this transaction; edits are
        // serialised by a named lock.
        await inner.sql.run(sql`select pg_advisory_xact_lock(hashtextextended(${`users.person:${id}`}, 0))`);
        const current = await lookUpPerson(id, inner);
        const isAboveMe = current?.profile === 'admin' && scope.user.profile !== 'admin' && !scope.user.super;
        if (isAboveMe) throw forbidden();
        const written = await mergeEdit(inner, {
          table: 'kernel.user',
          id,
          row: current && asForm(current, inner),
          missing: 'ERR_NO_USER_FOUND',
          body,
        });
        checkProfile(written.profile, current?.profile, inner);
        const saveExtras = validateExtras(written, inner);
        const { name, email, password: secret, profile: role } = written;
        const mustChange = secret !== undefined && body.mustChangePassword === true && id !== scope.user.id;
        await withoutProbing(email === current?.email ? undefined : email, inner, () =>
          inner.use(accounts).update(id, {
            name,
            email,
            password: secret,
            profile: role,
            ...(mustChange && { mustChangePassword: true }),
          }),
        );
        await saveExtras(id, inner);
        return findPerson(id, inner);
      }),
  });
  host.route('DELETE', '/users/:id', {
    access: 'users:view',
    summary: 'Deletes a person.',
    input: { params },
    handle: async (request, scope) => {
      const current = await findPerson(request.params.id, scope);
      if (current.profile === 'admin' && scope.user.profile !== 'admin' && !scope.user.super) throw forbidden();
      await scope.use(accounts).remove(request.params.id);
      await deletePicture(current.profilePicUrl, scope);
    },
  });
};
