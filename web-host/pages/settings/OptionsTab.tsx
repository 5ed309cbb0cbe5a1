import { useQuery } from '@tanstack/react-query';
import { makeStyles } from '@fluentui/react-components';
import { api, useSession, useT } from '@balcao/sdk/client';
import { Bar, EmptyState, ErrorState, FormGroup, SchemaForm, SkeletonRows } from '@balcao/sdk/ui';
import { ModulesSection, modulesId, useModules } from './ModulesSection.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { isQuota, StorageSection, storageId, useStorage } from './StorageSection.tsx';
import { sectionsOf, textOf, type SettingField } from './fields.ts';
import type { Saved } from './save-queue.ts';
import { useSaveField } from './use-save-field.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '184px minmax(0, 760px)',
    columnGap: '40px',
    alignItems: 'start',
    '@media (max-width: 959px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  rest: { minHeight: '40vh' },
});

/** Options generated from what plugins declare, storage, and the modules' switches. */
export function OptionsTab({ onSaved }: { onSaved(saved: Saved): void }) {
  const t = useT('shell');
  const styles = useStyles();
  const { user, can } = useSession();
  const schema = useQuery({
    queryKey: ['settings', 'schema'],
    queryFn: () => api.get<SettingField[]>('/settings/schema'),
  });
  const isAdmin = user.super || user.profile === 'admin';
  const modules = useModules(isAdmin);
  const storage = useStorage();
  const { faults, save } = useSaveField(onSaved);
  const mayChange = can('settings:view');

  if (schema.isPending) return <SkeletonRows rows={8} height={56} />;
  if (schema.isError) return <ErrorState error={schema.error} onRetry={() => void schema.refetch()} />;

  const sections = sectionsOf(
    schema.data.filter((field) => !isQuota(field)),
    t('settings.general'),
  );
  const quota = schema.data.find(isQuota);
  const hasModules = (modules.data?.length ?? 0) > 0;
  const index = [
    ...sections.map(({ id, title }) => ({ id, label: title })),
    ...(storage ? [{ id: storageId, label: t('settings.storage') }] : []),
    ...(hasModules ? [{ id: modulesId, label: t('modules.title') }] : []),
  ];
  if (index.length === 0) return <EmptyState title={t('settings.emptyTitle')} text={t('settings.emptyText')} />;

  const form = (fields: readonly SettingField[]) => (
    <SchemaForm
      commit="finish"
      t={(key) => key}
      fields={fields.map((field) => ({
        key: field.key,
        schema: field.schema,
        t: (key) => textOf(field.plugin, key),
        error: faults[field.key],
        disabled: !mayChange,
      }))}
      values={Object.fromEntries(fields.map((field) => [field.key, field.isSet ?? field.value]))}
      onChange={(key, value) => {
        const field = fields.find((one) => one.key === key);
        if (field) save(field, value);
      }}
    />
  );

  return (
    <div className={styles.columns}>
      <SectionIndex entries={index} />
      <div>
        {!mayChange && <Bar tone="info">{t('settings.readOnly')}</Bar>}
        {sections.map(({ id, title, text, fields }) => (
          <FormGroup key={id} id={id} title={title} {...(text ? { text } : {})}>
            {form(fields)}
          </FormGroup>
        ))}
        {storage && <StorageSection storage={storage}>{quota && form([quota])}</StorageSection>}
        {modules.data && hasModules && <ModulesSection modules={modules.data} />}
        <div className={styles.rest} />
      </div>
    </div>
  );
}
