import { useState } from 'react';
import { Field, Radio, RadioGroup, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useQueries } from '@tanstack/react-query';
import { api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Avatar, Bar, FormDialog, SkeletonRows } from '@balcao/sdk/ui';
import type { ContactDetails } from '../contact-row.ts';
import { chosenSides, mergeFields, type MergeField, type Side } from './merge-choice.ts';

const useStyles = makeStyles({
  people: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' },
  person: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    padding: '4px 12px 4px 4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    '& label': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', overflowWrap: 'anywhere' },
  },
  kept: { border: `1px solid ${tokens.colorBrandStroke1}` },
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  name: {
    width: '104px',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    verticalAlign: 'middle',
    '@media (max-width: 599px)': {
      gridColumn: '1 / 3',
      width: 'auto',
      height: 'auto',
      border: 'none',
      paddingTop: '8px',
    },
  },
  // On a phone the field’s name stands above its two values.
  row: { '@media (max-width: 599px)': { display: 'grid', gridTemplateColumns: '1fr 1fr' } },
  cell: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, overflowWrap: 'anywhere', height: '40px' },
  plain: { paddingInlineStart: '36px' },
  none: { color: tokens.colorNeutralForeground3 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

export interface MergeDialogProps {
  /** The first one remains unless people choose the other. */
  ids: readonly [number, number];
  onClose(): void;
  onMerged(): void;
}

/** Merges two contacts: people choose which one remains, and which value of each field. */
export default function MergeDialog({ ids, onClose, onMerged }: MergeDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const toasts = useToasts();
  const styles = useStyles();
  const format = useFormat();
  const [keptAt, setKeptAt] = useState(0);
  const [choice, setChoice] = useState<Partial<Record<MergeField, number>>>({});
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['contacts', 'details', id],
      queryFn: () => api.get<ContactDetails>(`/contacts/${id}`),
      staleTime: 0,
    })),
  });
  const fault = answers.find(({ error }) => error)?.error;
  const [one, two] = answers.map(({ data }) => data);
  const pair = one && two ? ([one, two] as const) : undefined;
  const sides = pair && chosenSides(pair, keptAt, choice);

  const valueOf = (contact: ContactDetails, field: MergeField): string =>
    field === 'number'
      ? format.phone(contact.number)
      : field === 'media'
        ? (contact.mediaName ?? '')
        : (contact[field] ?? '');
  const submit = async (): Promise<void> => {
    if (!pair || !sides) return;
    const fields = Object.fromEntries(
      mergeFields.map((field): [MergeField, Side] => [field, sides[field] === keptAt ? 'kept' : 'other']),
    );
    await api.post('/contacts/merge', { keepId: pair[keptAt]?.id, mergeId: pair[1 - keptAt]?.id, fields });
    toasts.success(t('merge.done'));
    onMerged();
  };

  return (
    <FormDialog
      open
      width={640}
      title={t('merge.title')}
      subtitle={t('merge.subtitle')}
      submitLabel={t('merge.confirm')}
      disabled={!pair}
      onSubmit={submit}
      onClose={onClose}
    >
      {fault ? <Bar tone="bad">{errorText(fault)}</Bar> : !pair && <SkeletonRows rows={5} height={44} />}
      {pair && sides && (
        <>
          <Field label={t('merge.stays')}>
            <RadioGroup
              className={styles.people}
              value={String(keptAt)}
              onChange={(_, { value }) => {
                setKeptAt(Number(value));
                setChoice({});
              }}
            >
              {pair.map((contact, at) => (
                <div key={contact.id} className={mergeClasses(styles.person, at === keptAt && styles.kept)}>
                  <Radio value={String(at)} label={contact.name} />
                  <Avatar name={contact.name} size={24} decorative />
                </div>
              ))}
            </RadioGroup>
          </Field>
          <table className={styles.table} aria-label={t('merge.fields')}>
            <tbody>
              {mergeFields.map((field) => {
                const values = pair.map((contact) => valueOf(contact, field));
                if (values[0] === '' && values[1] === '') return null;
                const isSame = values[0] === values[1];
                return (
                  <tr key={field} className={styles.row}>
                    <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
                      {t(`field.${field}`)}
                    </th>
                    {pair.map((contact, at) => (
                      <td key={contact.id} className={styles.cell}>
                        {isSame ? (
                          <span className={styles.plain}>{values[at]}</span>
                        ) : (
                          <Radio
                            name={`merge-${field}`}
                            value={String(at)}
                            checked={sides[field] === at}
                            label={values[at] || <span className={styles.none}>{t('merge.empty')}</span>}
                            onChange={() => setChoice((previous) => ({ ...previous, [field]: at }))}
                          />
                        )}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className={styles.text}>{t('merge.moves', { name: pair[1 - keptAt]?.name ?? '' })}</p>
          <Bar tone="warn">{t('merge.final')}</Bar>
        </>
      )}
    </FormDialog>
  );
}
