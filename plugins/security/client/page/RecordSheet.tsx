import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { SideSheet } from '@balcao/sdk/ui';
import { changedFields, changeHeading, sentIn, valueText } from '../../record-text.ts';
import { deviceName } from '../session-row.ts';
import { companyName, type AuditRow } from './useRecords.ts';

const useStyles = makeStyles({
  parts: { display: 'flex', flexDirection: 'column', gap: '20px' },
  facts: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: '8px 16px',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  title: {
    margin: '0 0 8px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    '& th': {
      textAlign: 'start',
      fontWeight: tokens.fontWeightRegular,
      color: tokens.colorNeutralForeground3,
      padding: '6px 8px 6px 0',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
    },
    '& td': { padding: '6px 8px 6px 0', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& tr': { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  field: { width: '34%' },
  value: { whiteSpace: 'pre-line' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** One audit entry: who, from where, and the values before and after. */
export function RecordSheet({ record, onClose }: { record: AuditRow; onClose(): void }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const words = { t, dateTime: format.dateTime };
  const shown = valueText(record, words);
  const facts = [
    [t('audit.column.at'), format.dateTime(record.at)],
    [t('audit.column.person'), record.userName || '—'],
    ...(record.company ? [[t('audit.column.company'), companyName(record.company)] as const] : []),
    [t('audit.column.subject'), record.subject || '—'],
    [t('audit.column.address'), record.ip || '—'],
    [t('audit.column.device'), record.userAgent === '' ? '—' : deviceName(record, t)],
  ] as const;
  const sent = sentIn(record.detail);
  return (
    <SideSheet open title={record.label} onClose={onClose}>
      <div className={styles.parts}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {record.changes.map((change) => {
          const names = changedFields(change);
          const heading = changeHeading(record, change, words);
          return (
            <section key={`${change.table}/${change.id}/${change.operation}`}>
              <h3 className={styles.title}>{heading}</h3>
              <table className={styles.table} aria-label={heading}>
                <thead>
                  <tr>
                    <th scope="col" className={styles.field}>
                      {t('audit.field')}
                    </th>
                    {change.operation !== 'insert' && <th scope="col">{t('audit.before')}</th>}
                    {change.operation !== 'delete' && <th scope="col">{t('audit.after')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {names.map((name) => (
                    <tr key={name}>
                      <th scope="row">{record.fields[name] ?? name}</th>
                      {change.operation !== 'insert' && (
                        <td className={styles.value}>{shown(name, change.before?.[name])}</td>
                      )}
                      {change.operation !== 'delete' && (
                        <td className={styles.value}>{shown(name, change.after?.[name])}</td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          );
        })}
        {sent.length > 0 && (
          <section>
            <h3 className={styles.title}>{t('audit.sent')}</h3>
            <dl className={styles.facts}>
              {sent.map(([name, value], at) => (
                <div key={`${name}/${at}`} style={{ display: 'contents' }}>
                  <dt>{record.fields[name] ?? name}</dt>
                  <dd className={styles.value}>{shown(name, value)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {sent.length === 0 && record.changes.length === 0 && (
          <span className={styles.quiet}>{t('audit.noDetails')}</span>
        )}
      </div>
    </SideSheet>
  );
}
