import { useState } from 'react';
import { useAtomValue } from 'jotai';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from '@fluentui/react-components';
import { api, hostSide, useT, useToasts, useViewport, foldText } from '@balcao/sdk/client';
import { EmptyState, ErrorState, SearchBox, SkeletonRows, StatusPill } from '@balcao/sdk/ui';
import { namespaceOf, textOf } from './fields.ts';
import { usePermissionStyles } from './permission-styles.ts';
import { useSaveQueue, type Saved } from './save-queue.ts';

type Profile = 'admin' | 'gestor' | 'user';
const profiles: readonly Profile[] = ['admin', 'gestor', 'user'];

/** One entry of GET /permissions. */
interface Permission {
  permission: string;
  plugin: string;
  label: string;
  profiles: Record<Profile, { granted: boolean; default: boolean }>;
}
const permissionsKey = ['permissions'];

interface PermissionsTabProps {
  /** Everybody with access to the settings sees the permissions; only admins change them. */
  mayGrant: boolean;
  onSaved(saved: Saved): void;
}

/** A table of profiles by permissions; each grant is saved at once. */
export function PermissionsTab({ mayGrant, onSaved }: PermissionsTabProps) {
  const t = useT('shell');
  const styles = usePermissionStyles();
  const toasts = useToasts();
  const { touch } = useViewport();
  const client = useQueryClient();
  const enqueue = useSaveQueue();
  const registered = useAtomValue(hostSide.registeredAtom, { store: hostSide.store });
  const [term, setTerm] = useState('');
  const list = useQuery({ queryKey: permissionsKey, queryFn: () => api.get<Permission[]>('/permissions') });

  if (list.isPending) return <SkeletonRows rows={10} height={44} />;
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;

  const show = (permission: string, profile: Profile, granted: boolean) =>
    client.setQueryData<Permission[]>(permissionsKey, (all) =>
      all?.map((one) =>
        one.permission === permission
          ? { ...one, profiles: { ...one.profiles, [profile]: { ...one.profiles[profile], granted } } }
          : one,
      ),
    );
  const grant = (permission: string, profile: Profile, granted: boolean, isUndo = false) => {
    show(permission, profile, granted);
    onSaved({ state: 'saving' });
    enqueue(async () => {
      await api.put('/permissions', { profile, permission, granted });
      onSaved(
        isUndo
          ? { state: 'undone', at: new Date() }
          : { state: 'saved', at: new Date(), undo: () => grant(permission, profile, !granted, true) },
      );
    }).catch((error: unknown) => {
      show(permission, profile, !granted);
      onSaved({ state: 'idle' });
      toasts.error(error);
    });
  };

  const titleOf = (plugin: string) => {
    if (namespaceOf(plugin) === 'shell') return t('permissions.system');
    const title = registered.get(plugin)?.title;
    return title ? textOf(plugin, title) : plugin;
  };
  const wanted = foldText(term.trim());
  const shown = list.data.filter(({ plugin, label, permission }) =>
    foldText(`${textOf(plugin, label)} ${titleOf(plugin)} ${permission}`).includes(wanted),
  );
  const plugins = [...new Set(shown.map(({ plugin }) => plugin))];

  return (
    <section className={styles.section} aria-label={t('permissions.title')}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{t('permissions.title')}</h2>
          <p className={styles.text}>{t('permissions.text')}</p>
        </div>
        <div className={styles.search}>
          <SearchBox value={term} onChange={setTerm} wait={0} placeholder={t('permissions.search')} />
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('permissions.none')} />
      ) : (
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.columnHead}>
                  {t('permissions.permission')}
                </th>
                {profiles.map((profile) => (
                  <th key={profile} scope="col" className={styles.profileHead}>
                    {t(touch && profile === 'admin' ? 'permissions.adminShort' : `account.${profile}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {plugins.map((plugin) => (
              <tbody key={plugin}>
                <tr>
                  <th scope="rowgroup" colSpan={4} className={styles.group}>
                    {titleOf(plugin)}
                  </th>
                </tr>
                {shown
                  .filter((one) => one.plugin === plugin)
                  .map((one) => (
                    <PermissionRow
                      key={one.permission}
                      permission={one}
                      mayGrant={mayGrant}
                      onGrant={(profile, granted) => grant(one.permission, profile, granted)}
                    />
                  ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      <p className={styles.text}>{t(mayGrant ? 'permissions.adminFixed' : 'permissions.readOnly')}</p>
    </section>
  );
}

interface PermissionRowProps {
  permission: Permission;
  mayGrant: boolean;
  onGrant(profile: Profile, granted: boolean): void;
}

function PermissionRow({ permission, mayGrant, onGrant }: PermissionRowProps) {
  const t = useT('shell');
  const styles = usePermissionStyles();
  // While a module has not loaded its texts, the permission's own name is more informative than an empty label.
  const label = textOf(permission.plugin, permission.label) || permission.permission;
  const changed = profiles.some((profile) => {
    const state = permission.profiles[profile];
    return state.granted !== state.default;
  });
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <span className={styles.label}>
          {label}
          {changed && <StatusPill tone="neutral">{t('permissions.changed')}</StatusPill>}
        </span>
      </th>
      {profiles.map((profile) => {
        const { granted } = permission.profiles[profile];
        return (
          <td key={profile} className={styles.cell}>
            <Checkbox
              checked={granted}
              disabled={!mayGrant || (profile === 'admin' && granted)}
              aria-label={t('permissions.grant', { profile: t(`account.${profile}`), permission: label })}
              onChange={(_, data) => onGrant(profile, data.checked === true)}
            />
          </td>
        );
      })}
    </tr>
  );
}
