import { Button, Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ext, StatusPill } from '@balcao/sdk/ui';
import type { OfferedChannel, OfferedPage } from '../../contract.ts';
import { glyphs } from '../glyphs.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '40px',
    padding: '2px 0',
    '@media (max-width: 599px)': { flexWrap: 'wrap' },
  },
  disc: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '26px',
    height: '26px',
    borderRadius: tokens.borderRadiusCircular,
    color: '#ffffff',
  },
  blocked: { backgroundColor: tokens.colorNeutralBackground5, color: tokens.colorNeutralForeground3 },
  words: { flex: '1 1 0', minWidth: '180px', display: 'grid', overflowWrap: 'anywhere' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  dim: { color: tokens.colorNeutralForeground3 },
  mendable: { color: ext.warn },
  help: {
    margin: '0 0 6px 68px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    textWrap: 'pretty',
  },
  action: { flexShrink: 0, whiteSpace: 'nowrap', '@media (max-width: 599px)': { marginLeft: '78px' } },
});

/** Obstacles that the person can remove, by asking somebody or at Instagram. */
const mendable = new Set(['task', 'no-instagram']);

export interface ChannelLineProps {
  page: OfferedPage;
  offered: OfferedChannel;
  isChosen: boolean;
  onChange(isChosen: boolean): void;
}

/** One channel of a page: a checkbox, or the reason why it cannot be connected, with the way to mend it. */
export function ChannelLine({ page, offered, isChosen, onChange }: ChannelLineProps) {
  const t = useT();
  const styles = useStyles();
  const { number } = useFormat();
  const toasts = useToasts();
  const [isHelping, setHelping] = useState(false);
  const { channel, name, followers, obstacle, connectionId } = offered;
  const glyph = glyphs[channel];
  const label = channel === 'facebook' ? 'Messenger' : name || t('channel.instagram');
  const detail = (): string => {
    if (obstacle) return t(`picker.reason.${obstacle}`);
    if (connectionId !== null) return t('picker.renew');
    if (channel === 'facebook') return '';
    return followers === null ? t('picker.account') : t('picker.accountFollowers', { count: number(followers) });
  };
  const copyRequest = (): void => {
    void navigator.clipboard.writeText(t('picker.request', { page: page.name })).then(
      () => toasts.success(t('picker.copied')),
      () => setHelping(true),
    );
  };
  return (
    <>
      <div className={styles.line}>
        <Checkbox
          checked={isChosen}
          disabled={obstacle !== null}
          aria-label={`${page.name}, ${label}${detail() === '' ? '' : `, ${detail()}`}`}
          onChange={(_, { checked }) => onChange(checked === true)}
        />
        <span
          className={mergeClasses(styles.disc, obstacle !== null && styles.blocked)}
          style={obstacle === null ? { backgroundColor: glyph.color } : {}}
        >
          <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
            <path d={glyph.path} />
          </svg>
        </span>
        <span className={styles.words}>
          <span className={mergeClasses(obstacle !== null && styles.dim)}>{label}</span>
          {detail() !== '' && (
            <span
              className={mergeClasses(styles.quiet, obstacle !== null && mendable.has(obstacle) && styles.mendable)}
            >
              {detail()}
            </span>
          )}
        </span>
        {obstacle === 'connected' && <StatusPill tone="ok">{t('picker.connected')}</StatusPill>}
        {obstacle === 'task' && (
          <Button className={styles.action} size="small" onClick={copyRequest}>
            {t('picker.copyRequest')}
          </Button>
        )}
        {obstacle === 'no-instagram' && (
          <Button
            className={styles.action}
            size="small"
            aria-expanded={isHelping}
            onClick={() => setHelping(!isHelping)}
          >
            {t('picker.howToLink')}
          </Button>
        )}
      </div>
      {isHelping && (
        <p className={styles.help}>
          {obstacle === 'task' ? t('picker.request', { page: page.name }) : t('picker.linkHelp')}
        </p>
      )}
    </>
  );
}
