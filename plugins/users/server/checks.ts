import { AppError, faultCode, forbidden, type Scope } from '@balcao/sdk/server';
import { userExtra, type UserExtra } from '../contract.ts';

type SaveExtras = (userId: number, scope: Scope) => Promise<void>;

/**
 * Validates fields of other plugins by their own schemas, before anything is stored; the plugins' own code saves them.
 */
export const validateExtras = (body: Record<string, unknown>, scope: Scope): SaveExtras => {
  const checked = new Map<UserExtra, unknown>();
  for (const item of scope.items(userExtra)) {
    const { field, schema, permission } = item;
    if (body[field] === undefined) continue;
    if (permission !== undefined && !scope.can(permission)) throw forbidden();
    const value = schema.safeParse(body[field], { error: faultCode });
    if (!value.success)
      throw new AppError(400, 'ERR_VALIDATION', {
        fields: { [field]: value.error.issues[0]?.message ?? 'ERR_INVALID_VALUE' },
      });
    checked.set(item, value.data);
  }
  return (userId, outer) =>
    outer.tx(async (inner) => {
      for (const { item, scope: own } of inner.contributions(userExtra))
        if (checked.has(item)) await item.save(userId, checked.get(item), own);
    });
};

/** Checks that only an admin makes admins, and that a change of profile has its own permission. */
export const checkProfile = (wanted: string | undefined, current: string | undefined, scope: Scope): void => {
  if (wanted === undefined || wanted === current) return;
  const privileged = wanted === 'admin' || current === 'admin';
  const isAdmin = scope.user?.super || scope.user?.profile === 'admin';
  if (!scope.can('user-modal:editProfile') || (privileged && !isAdmin)) throw forbidden();
};
