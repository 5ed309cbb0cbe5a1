import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Key20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ChannelGlyph, ConfirmDialog, EmptyState, IconButton } from '@balcao/sdk/ui';
import { integrationsKey, type ConnectionView, type NewToken, type TokenView } from '../data/integrations.ts';
import { useSectionStyles } from '../page/section-styles.ts';
import { NewTokenDialog } from './NewTokenDialog.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '10px',
    padding: '10px 12px 10px 16px',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  token: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) minmax(0, 1.2fr) auto',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    padding: '6px 12px 6px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { gridTemplateColumns: '20px minmax(0, 1fr) auto', rowGap: '0' },
  },
  icon: { display: 'inline-flex', color: tokens.colorNeutralForeground3 },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  called: { display: 'block', fontWeight: tokens.fontWeightMedium },
  small: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  times: { '@media (max-width: 599px)': { gridColumn: '2', gridRow: '2' } },
  none: {
    padding: '14px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
  },
});

interface TokensSectionProps {
  connections: readonly ConnectionView[];
  onMade(token: NewToken): void;
  onRevoked(id: number): void;
}

function TokenLine({ token, onRevoke }: { token: TokenView; onRevoke(): void }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const { name, lastFour, createdAt, createdBy, lastUsedAt } = token;
  const created = { when: format.dateTime(createdAt), who: createdBy };
  return (
    <li className={styles.token}>
      <span className={styles.icon}>
        <Key20Regular aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.called}>{name}</span>
        <span className={styles.small}>{t('token.ends', { four: lastFour })}</span>
      </span>
      <span className={styles.times}>
        <span className={styles.small}>{t(createdBy ? 'token.createdBy' : 'token.created', created)}</span>
        <span className={styles.small}>
          {lastUsedAt ? t('token.used', { when: format.dateTime(lastUsedAt) }) : t('token.neverUsed')}
        </span>
      </span>
      <IconButton icon={<Delete20Regular />} label={t('token.revoke', { name })} onClick={onRevoke} />
    </li>
  );
}

/** Every connection with its tokens. */
export function TokensSection({ connections, onMade, onRevoked }: TokensSectionProps) {
  const t = useT();
  const styles = useStyles();
  const section = useSectionStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [making, setMaking] = useState<ConnectionView>();
  const [leaving, setLeaving] = useState<TokenView>();

  if (connections.length === 0) {
    return (
      <EmptyState
        title={t('token.noConnections')}
        text={t('token.noConnectionsText')}
        action={
          <Button appearance="primary" onClick={() => void navigate('/connections')}>
            {t('token.toConnections')}
          </Button>
        }
      />
    );
  }
  const revoke = async (token: TokenView): Promise<void> => {
    await api.delete(`/messages-api/tokens/${token.id}`);
    await queries.invalidateQueries({ queryKey: integrationsKey });
    onRevoked(token.id);
    toasts.success(t('token.revoked'));
    setLeaving(undefined);
  };
  return (
    <section className={section.section} aria-labelledby="tokens">
      <h2 id="tokens" className={section.title}>
        {t('token.title')}
      </h2>
      <p className={section.text}>{t('token.text')}</p>
      {connections.map((connection) => (
        <article key={connection.id} className={section.card} aria-label={connection.name}>
          <div className={styles.head}>
            <ChannelGlyph channel={connection.channel} />
            <h3 className={styles.name}>{connection.name}</h3>
            <Button
              icon={<Add20Regular />}
              aria-label={t('token.newFor', { name: connection.name })}
              onClick={() => setMaking(connection)}
            >
              {t('token.new')}
            </Button>
          </div>
          {connection.tokens.length === 0 ? (
            <div className={styles.none}>{t('token.none')}</div>
          ) : (
            <ul className={styles.list}>
              {connection.tokens.map((token) => (
                <TokenLine key={token.id} token={token} onRevoke={() => setLeaving(token)} />
              ))}
            </ul>
          )}
        </article>
      ))}
      {making && <NewTokenDialog connection={making} onMade={onMade} onClose={() => setMaking(undefined)} />}
      {leaving && (
        <ConfirmDialog
          open
          title={t('token.revokeTitle', { name: leaving.name })}
          text={t('token.revokeText')}
          confirmLabel={t('token.revokeVerb')}
          onConfirm={() => revoke(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}
