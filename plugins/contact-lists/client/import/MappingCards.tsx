import { Dropdown, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { variableName, type ListColumnUse, type ListMapping } from '../../import-columns.ts';
import { withUse } from './list-import.ts';

const fields = ['name', 'number', 'email'] as const;

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(220px, 1fr)',
    gap: '12px',
    flexShrink: 0,
    overflowX: 'auto',
    padding: '2px',
    '@media (max-width: 599px)': { gridAutoFlow: 'row', gridAutoColumns: 'auto' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  letter: {
    paddingInline: '5px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  title: { fontWeight: tokens.fontWeightSemibold, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  example: {
    minHeight: '20px',
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  use: { minWidth: 0, width: '100%' },
});

/** `A` to `Z`, `AA` …, as spreadsheet programs name columns. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

export interface MappingCardsProps {
  mapping: ListMapping;
  columns: readonly string[];
  examples: readonly string[];
  disabled: boolean;
  onChange(mapping: ListMapping): void;
}

/** One card for each column of the file, with its meaning. */
export function MappingCards({ mapping, columns, examples, disabled, onChange }: MappingCardsProps) {
  const t = useT();
  const styles = useStyles();
  const width = Math.max(columns.length, examples.length, mapping.columns.length);
  const nameOf = (use: ListColumnUse): string => {
    if (use === 'ignore') return t('import.column.ignore');
    return use.startsWith('variable:')
      ? t('import.column.variable', { name: `{${use.slice('variable:'.length)}}` })
      : t(`field.${use}`);
  };
  return (
    <div className={styles.cards} role="group" aria-label={t('import.columns')}>
      {Array.from({ length: width }, (_, at) => {
        const title =
          (mapping.hasHeader ? columns[at]?.trim() : '') || t('import.column.numbered', { position: at + 1 });
        const use = mapping.columns[at] ?? 'ignore';
        const variable = variableName(title);
        const offered: ListColumnUse[] = [
          ...fields,
          ...(use.startsWith('variable:') ? [use] : variable ? [`variable:${variable}` as const] : []),
          'ignore',
        ];
        return (
          <div key={at} className={styles.card}>
            <span className={styles.head}>
              <span className={styles.letter}>{letterOf(at)}</span>
              <span className={styles.title} title={title}>
                {title}
              </span>
            </span>
            <span className={styles.example}>{examples[at] || '–'}</span>
            <Dropdown
              className={styles.use}
              disabled={disabled}
              aria-label={t('import.column.label', { column: title })}
              value={nameOf(use)}
              selectedOptions={[use]}
              onOptionSelect={(_, { optionValue }) =>
                optionValue && onChange(withUse(mapping, width, at, optionValue as ListColumnUse))
              }
            >
              {offered.map((one) => (
                <Option key={one} value={one} text={nameOf(one)}>
                  {nameOf(one)}
                </Option>
              ))}
            </Dropdown>
          </div>
        );
      })}
    </div>
  );
}
