import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { makeStyles, tokens } from '@fluentui/react-components';
import { api, useSession, useT, foldText, type SettingValue } from '@balcao/sdk/client';
import { Bar, EmptyState, ErrorState, FormGroup, SchemaForm, SearchBox, SkeletonRows } from '@balcao/sdk/ui';
import { ModulesSection, modulesId, useModules } from './ModulesSection.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { isStorageLimit, StorageSection, storageId, useStorage } from './StorageSection.tsx';
import { CarefulDialog, PendingNote } from './CarefulChange.tsx';
import { ConflictNote } from './ConflictNote.tsx';
import { isAbout, isCareful, sectionsOf, textOf, type SettingField } from './fields.ts';
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
  search: { marginBottom: '16px' },
  note: { marginBottom: '16px' },
  rest: { minHeight: '40vh' },
  rule: { margin: 0, padding: '0 16px 12px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Options generated from the settings that plugins declare, storage, and the switches of modules. */
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
  const [asked, setAsked] = useState<{ field: SettingField; value: SettingValue }>();
  // Text that was typed and not saved is discarded once the question is answered.
  const [round, setRound] = useState(0);
  const answered = (): void => {
    setAsked(undefined);
    setRound((before) => before + 1);
  };
  const [term, setTerm] = useState('');
  const mayChange = can('settings:view');
  const storage = useStorage(mayChange);
  const { faults, meanwhile, acceptTheirs, save, request: ask, cancelRequest: takeBack } = useSaveField(onSaved);

  if (schema.isPending) return <SkeletonRows rows={8} height={56} />;
  if (schema.isError) return <ErrorState error={schema.error} onRetry={() => void schema.refetch()} />;

  const sections = sectionsOf(
    schema.data.filter((field) => !isStorageLimit(field) && isAbout(field, term)),
    t('settings.general'),
  );
  const limits = schema.data.filter(isStorageLimit);
  const isWanted = (...words: string[]): boolean => words.some((one) => foldText(one).includes(foldText(term.trim())));
  const hasModules = (modules.data?.length ?? 0) > 0 && isWanted(t('modules.title'));
  const hasStorage = storage !== undefined && isWanted(t('settings.storage'));
  const index = [
    ...sections.map(({ id, title }) => ({ id, label: title })),
    ...(hasStorage ? [{ id: storageId, label: t('settings.storage') }] : []),
    ...(hasModules ? [{ id: modulesId, label: t('modules.title') }] : []),
  ];
  if (index.length === 0 && term === '')
    return <EmptyState title={t('settings.emptyTitle')} text={t('settings.emptyText')} />;

  const change = (field: SettingField, value: SettingValue): void => {
    if (isCareful(field, value)) setAsked({ field, value });
    else save(field, value);
  };
  const form = (fields: readonly SettingField[]) => (
    <SchemaForm
      key={round}
      commit="finish"
      t={(key) => key}
      fields={fields.map((field) => ({
        key: field.key,
        schema: field.schema,
        t: (key) => textOf(field.plugin, key),
        error: faults[field.key],
        // These are shown to super users only.
        ...(field.schema.superOnly && { mark: t('settings.platformOnly') }),
        disabled: field.mayChange === false || !mayChange,
        note: (
          <>
            {mayChange && field.mayChange === false && <p className={styles.rule}>{t('settings.noPermission')}</p>}
            <ConflictNote
              field={field}
              meanwhile={meanwhile[field.key]}
              onMine={(value) => change(field, value)}
              onTheirs={() => acceptTheirs(field.key)}
            />
            <PendingNote field={field} onTakeBack={field.mayChange === false ? undefined : () => takeBack(field)} />
          </>
        ),
      }))}
      values={Object.fromEntries(fields.map((field) => [field.key, field.isSet ?? field.value]))}
      onChange={(key, value) => {
        const field = fields.find((one) => one.key === key);
        if (field) change(field, value);
      }}
    />
  );

  return (
    <div className={styles.columns}>
      <SectionIndex entries={index} />
      <div>
        {!mayChange && (
          <div className={styles.note}>
            <Bar tone="info">{t('settings.readOnly')}</Bar>
          </div>
        )}
        <SearchBox
          className={styles.search}
          value={term}
          onChange={setTerm}
          wait={0}
          placeholder={t('settings.search')}
        />
        {index.length === 0 && <EmptyState title={t('palette.none', { term })} text={t('palette.noneHint')} />}
        {sections.map(({ id, title, text, fields }) => (
          <FormGroup key={id} id={id} title={title} {...(text ? { text } : {})}>
            {form(fields)}
          </FormGroup>
        ))}
        {storage && hasStorage && (
          <StorageSection storage={storage}>{limits.length > 0 && form(limits)}</StorageSection>
        )}
        {modules.data && hasModules && <ModulesSection modules={modules.data} />}
        {asked && (
          <CarefulDialog
            asked={asked}
            onConfirm={() => {
              ask(asked.field, asked.value);
              answered();
            }}
            onClose={answered}
          />
        )}
        <div className={styles.rest} />
      </div>
    </div>
  );
}
