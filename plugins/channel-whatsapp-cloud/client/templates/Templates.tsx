import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons';
import type { Connection } from '@balcao/connections/contract';
import { api, useLanguage, useT, useToasts } from '@balcao/sdk/client';
import { EmptyState, ErrorState, SkeletonRows, StatusPill, type Tone } from '@balcao/sdk/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '../../contract.ts';
import { bodyOf, missingPart } from '../../template/template.ts';
import { pathOf } from '../account/useAccount.ts';
import { languageName } from './language-name.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    gap: '16px',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    marginBottom: '16px',
    '@media (max-width: 599px)': { flexDirection: 'column' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  sync: { flexShrink: 0 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  meta: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  body: {
    gridColumn: '1 / -1',
    margin: '4px 0 0',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'pre-line',
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
});

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'ok',
  PENDING: 'info',
  IN_APPEAL: 'info',
  PAUSED: 'warn',
  LIMIT_EXCEEDED: 'warn',
  REJECTED: 'bad',
  DISABLED: 'bad',
};
const statuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'DELETED',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
];
/** Meta’s reasons for a refusal that have a text here. */
const reasons = ['INVALID_FORMAT', 'ABUSIVE_CONTENT', 'PROMOTIONAL', 'TAG_CONTENT_MISMATCH', 'SCAM'];
const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'];

function Row({ template }: { template: Template }) {
  const t = useT();
  const spoken = useLanguage();
  const styles = useStyles();
  const { name, language, category, status, reason } = template;
  const missing = missingPart(template);
  const meta = [
    languageName(language, spoken),
    categories.includes(category) ? t(`templates.category.${category}`) : category,
    reasons.includes(reason) ? t(`templates.reason.${reason}`) : reason,
  ];
  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <StatusPill tone={tones[status] ?? 'neutral'}>
        {statuses.includes(status) ? t(`templates.status.${status}`) : status}
      </StatusPill>
      <span className={styles.meta}>{meta.filter(Boolean).join(' · ')}</span>
      <p className={styles.body}>{bodyOf(template)}</p>
      {status === 'APPROVED' && missing && (
        <span className={styles.meta}>{t('templates.unsendable', { part: t(`templates.missing.${missing}`) })}</span>
      )}
    </li>
  );
}

/** The account’s message templates, as Meta has them. */
export default function Templates({ connection }: { connection?: Pick<Connection, 'id'> }) {
  // A connection that is being created has no account yet.
  return connection ? <Loaded connectionId={connection.id} /> : null;
}

function Loaded({ connectionId }: { connectionId: number }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const key = ['whatsapp-cloud', connectionId, 'templates'];
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Template[]>(`${pathOf(connectionId)}/templates`, {}, { signal }),
  });

  const sync = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      queries.setQueryData(key, await api.post<Template[]>(`${pathOf(connectionId)}/templates/sync`));
      toasts.success(t('templates.synced'));
    } catch (failure) {
      toasts.error(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div className={styles.head}>
        <div>
          <h3 className={styles.title}>{t('templates.title')}</h3>
          <p className={styles.text}>{t('templates.text')}</p>
        </div>
        <Button
          className={styles.sync}
          icon={isBusy ? <Spinner size="extra-tiny" aria-hidden="true" /> : <ArrowSync20Regular />}
          disabledFocusable={isBusy}
          onClick={() => void sync()}
        >
          {t(isBusy ? 'templates.syncing' : 'templates.sync')}
        </Button>
      </div>
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows rows={4} height={72} />}
      {data?.length === 0 && <EmptyState title={t('templates.none')} text={t('templates.noneText')} level={2} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((template) => (
            <Row key={template.id} template={template} />
          ))}
        </ul>
      )}
    </>
  );
}
