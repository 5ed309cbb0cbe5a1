import { useState } from 'react';
import {
  Button,
  Dropdown,
  Option,
  Spinner,
  Switch,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { api, useErrorText, useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import type { ColumnUse, ImportMapping } from '../../import-columns.ts';
import { columnsOf, missingUses, withUse, type Column, type ImportDetails, type Verdicts } from './import-row.ts';

const fields = ['name', 'number', 'email', 'origin'] as const;
const maxExamples = 3;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '960px' },
  table: { width: '100%', borderCollapse: 'collapse', '@media (max-width: 599px)': { display: 'block' } },
  rows: { '@media (max-width: 599px)': { display: 'block' } },
  heads: { '@media (max-width: 599px)': { display: 'none' } },
  head: {
    height: '36px',
    padding: '0 12px 0 0',
    textAlign: 'start',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: { '@media (max-width: 599px)': { display: 'block', paddingBlock: '8px' } },
  cell: {
    padding: '8px 12px 8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    verticalAlign: 'middle',
    maxWidth: '320px',
    '@media (max-width: 599px)': { display: 'block', padding: '2px 0', borderBottom: 'none', maxWidth: '100%' },
  },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  examples: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  use: { width: '100%', minWidth: '180px' },
  useCell: { width: '280px', paddingRight: 0, '@media (max-width: 599px)': { width: 'auto' } },
  switches: { marginInlineStart: '-8px' },
  foot: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' },
});

export interface ColumnsStepProps {
  details: ImportDetails;
  mapping: ImportMapping;
  onMapping(mapping: ImportMapping): void;
  onChecked(verdicts: Verdicts): void;
  onCancel(): void;
}

/** The second step: the meaning of each column of the file. */
export function ColumnsStep({ details, mapping, onMapping, onChecked, onCancel }: ColumnsStepProps) {
  const t = useT();
  const errorText = useErrorText();
  const styles = useStyles();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const columns = columnsOf(details, mapping, (position) => t('import.columns.numbered', { position }));
  const missing = missingUses(mapping);

  const nameOf = (use: ColumnUse): string =>
    use === 'ignore'
      ? t('import.columns.ignore')
      : use.startsWith('extra:')
        ? t('import.columns.extra', { name: use.slice('extra:'.length) })
        : t(`field.${use}`);
  const extraOf = ({ use, title }: Column): ColumnUse =>
    use.startsWith('extra:') ? use : `extra:${title.slice(0, 100)}`;
  const check = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      onChecked(await api.post<Verdicts>(`/contacts/import/${details.id}/check`, mapping));
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
    }
  };

  return (
    <div className={styles.column}>
      {fault && (
        <Bar tone="bad" alert>
          {fault}
        </Bar>
      )}
      <div className={styles.switches}>
        <Switch
          label={t('import.columns.header')}
          checked={mapping.hasHeader}
          onChange={(_, { checked }) => onMapping({ ...mapping, hasHeader: checked })}
        />
        <Switch
          label={t('import.columns.country')}
          checked={mapping.countryCode !== ''}
          onChange={(_, { checked }) => onMapping({ ...mapping, countryCode: checked ? '55' : '' })}
        />
      </div>
      <table className={styles.table} aria-label={t('import.step.columns')}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col" className={styles.head}>
              {t('import.columns.inFile')}
            </th>
            <th scope="col" className={styles.head}>
              {t('import.columns.examples')}
            </th>
            <th scope="col" className={styles.head}>
              {t('import.columns.becomes')}
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {columns.map((column, at) => (
            <tr key={at} className={styles.row}>
              <td className={styles.cell}>
                <span className={styles.title}>{column.title}</span>
              </td>
              <td className={styles.cell}>
                <span className={styles.examples}>{column.examples.slice(0, maxExamples).join(' · ') || '–'}</span>
              </td>
              <td className={mergeClasses(styles.cell, styles.useCell)}>
                <Dropdown
                  className={styles.use}
                  aria-label={t('import.columns.becomesOf', { column: column.title })}
                  value={nameOf(column.use)}
                  selectedOptions={[column.use]}
                  onOptionSelect={(_, { optionValue }) =>
                    optionValue && onMapping(withUse(mapping, columns.length, at, optionValue as ColumnUse))
                  }
                >
                  {[...fields, extraOf(column), 'ignore' as const].map((use) => (
                    <Option key={use} value={use} text={nameOf(use)}>
                      {nameOf(use)}
                    </Option>
                  ))}
                </Dropdown>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <Bar tone="warn">
          {t('import.columns.missing', { fields: missing.map((use) => t(`field.${use}`)).join(', ') })}
        </Bar>
      )}
      <div className={styles.foot}>
        <Button onClick={onCancel}>{t('import.otherFile')}</Button>
        <Button
          appearance="primary"
          disabled={missing.length > 0}
          disabledFocusable={isBusy}
          {...(isBusy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
          onClick={() => !isBusy && void check()}
        >
          {t('import.columns.check')}
        </Button>
      </div>
    </div>
  );
}
