import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Copy16Regular, Sparkle16Filled } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ext, IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import type { Summary } from '../../contract.ts';

const useStyles = makeStyles({
  card: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    overflow: 'hidden',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    padding: '4px 4px 0 12px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  spark: { color: tokens.colorCompoundBrandForeground1 },
  time: { flexGrow: 1 },
  rows: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    gap: '6px 8px',
    margin: 0,
    padding: '4px 12px 10px',
  },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, lineHeight: '20px' },
  value: { margin: 0, lineHeight: '20px', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '4px 4px 4px 12px',
    color: ext.warn,
    backgroundColor: ext.warnBg,
    fontSize: tokens.fontSizeBase200,
  },
  note: { padding: '0 12px 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  error: { margin: '6px 0 0', color: ext.bad, fontSize: tokens.fontSizeBase200 },
});
const sections = ['reason', 'done', 'pending', 'data'] as const;

/** The summary of a conversation: written by a button, because it costs, and marked when newer messages came. */
export default function SummaryPanel({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { clock } = useFormat();
  const queries = useQueryClient();
  const queryKey = ['chatai', 'summary', ticket.id, ticket.updatedAt];
  const [isWriting, setWriting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<{ summary: Summary | null }>(`/tickets/${ticket.id}/summary`, { stored: 1 }, { signal }),
    placeholderData: (before) => before,
  });
  const summary = stored.data?.summary;
  const write = async (): Promise<void> => {
    setWriting(true);
    setFailure(undefined);
    try {
      queries.setQueryData(queryKey, await api.get<{ summary: Summary }>(`/tickets/${ticket.id}/summary`));
    } catch (error) {
      setFailure(error);
    } finally {
      setWriting(false);
    }
  };
  const verb = isWriting ? 'summary.writing' : summary ? 'summary.refresh' : 'summary.write';
  const button = (
    <Button
      size="small"
      appearance={summary ? 'subtle' : 'secondary'}
      disabledFocusable={isWriting}
      onClick={() => void write()}
    >
      {t(verb)}
    </Button>
  );
  const text = summary
    ? sections.flatMap((name) => (summary[name] === '' ? [] : [`${t(`summary.${name}`)}: ${summary[name]}`])).join('\n')
    : '';
  return (
    <>
      {!summary && button}
      {summary && (
        <div className={styles.card}>
          <div className={styles.head}>
            {!summary.isExtractive && <Sparkle16Filled className={styles.spark} aria-hidden="true" />}
            <span className={styles.time}>{t('summary.upto', { time: clock(summary.createdAt) })}</span>
            <IconButton
              size="small"
              icon={<Copy16Regular />}
              label={t('summary.copy')}
              onClick={() =>
                void navigator.clipboard.writeText(text).then(() => toasts.success(t('chat.copied')), toasts.error)
              }
            />
          </div>
          <dl className={styles.rows}>
            {sections.map(
              (name) =>
                summary[name] !== '' && [
                  <dt key={name} className={styles.label}>
                    {t(`summary.${name}`)}
                  </dt>,
                  <dd key={`${name} text`} className={styles.value}>
                    {summary[name]}
                  </dd>,
                ],
            )}
          </dl>
          {summary.isExtractive && <div className={styles.note}>{t('summary.extractive')}</div>}
          {summary.newer > 0 && (
            <div className={styles.foot}>
              {t('summary.newer', { count: summary.newer })}
              {button}
            </div>
          )}
        </div>
      )}
      {failure !== undefined && (
        <p className={styles.error} role="alert">
          {textOf(failure)}
        </p>
      )}
    </>
  );
}
