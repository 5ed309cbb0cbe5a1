import { useState } from 'react';
import { Button, Dropdown, Input, Option, Switch, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { StatusPill, ext, type Tone } from '@balcao/sdk/ui';
import { useConnectionActions, type SandboxConnection } from './sandbox-connections.ts';

const latencies = [0, 300, 1000, 3000, 10_000];
const tones: Record<SandboxConnection['status'], Tone> = {
  CONNECTED: 'ok',
  DISCONNECTED: 'bad',
  TIMEOUT: 'warn',
  qrcode: 'warn',
  PAIRING: 'info',
  OPENING: 'info',
};

const useStyles = makeStyles({
  card: {
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    backgroundColor: ext.raised,
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
  },
  chosen: { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 8px',
    minWidth: 0,
    border: 0,
    padding: 0,
    backgroundColor: 'transparent',
    color: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minWidth: 0 },
  label: { color: tokens.colorNeutralForeground2 },
  latency: { minWidth: '110px', width: '110px' },
  code: { display: 'flex', gap: '8px' },
  input: { flexGrow: 1, minWidth: 0 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  switch: { marginLeft: '-8px' },
  touch: { '@media (max-width: 599px)': { minHeight: '40px' } },
});

export interface ConnectionCardProps {
  connection: SandboxConnection;
  isChosen: boolean;
  onChoose(): void;
}

/** One connection: the paired phone, the state of its link, and the network’s delay. */
export function ConnectionCard({ connection, isChosen, onChoose }: ConnectionCardProps) {
  const t = useT();
  const styles = useStyles();
  const actions = useConnectionActions(connection);
  const [code, setCode] = useState<string>();
  const { status, paired, cut, latencyMs } = connection;
  const delay = (ms: number): string => (ms === 0 ? t('line.noDelay') : t('line.delay', { seconds: ms / 1000 }));

  return (
    <div className={mergeClasses(styles.card, isChosen && styles.chosen)}>
      <button type="button" className={styles.head} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles.name} title={connection.name}>
          {connection.name}
        </span>
        <StatusPill tone={tones[status]}>{t(`status.${status}`)}</StatusPill>
      </button>
      {isChosen && paired && (
        <>
          <div className={styles.row}>
            <Switch
              className={styles.switch}
              checked={!cut}
              label={t('line.link')}
              disabled={actions.isBusy}
              onChange={(_, { checked }) => void actions.setCut(!checked)}
            />
            <Button
              size="small"
              className={styles.touch}
              disabledFocusable={actions.isBusy}
              onClick={() => void actions.unpair()}
            >
              {t('line.unpair')}
            </Button>
          </div>
          <div className={styles.row}>
            <span className={styles.label}>{t('line.latency')}</span>
            <Dropdown
              className={mergeClasses(styles.latency, styles.touch)}
              size="small"
              aria-label={t('line.latency')}
              value={delay(latencyMs)}
              selectedOptions={[String(latencyMs)]}
              disabled={actions.isBusy}
              onOptionSelect={(_, { optionValue }) => void actions.setLatency(Number(optionValue))}
            >
              {latencies.map((ms) => (
                <Option key={ms} value={String(ms)}>
                  {delay(ms)}
                </Option>
              ))}
            </Dropdown>
          </div>
        </>
      )}
      {isChosen && !paired && code === undefined && (
        <div className={styles.buttons}>
          <Button
            size="small"
            className={styles.touch}
            appearance="primary"
            disabledFocusable={actions.isBusy}
            onClick={() => void actions.pair()}
          >
            {t('line.pair')}
          </Button>
          <Button size="small" className={styles.touch} onClick={() => setCode('')}>
            {t('line.typeCode')}
          </Button>
        </div>
      )}
      {isChosen && !paired && code !== undefined && (
        <form
          className={styles.code}
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim() !== '') void actions.pair(code.trim());
          }}
        >
          <Input
            size="small"
            className={styles.input}
            autoFocus
            value={code}
            aria-label={t('line.code')}
            placeholder={t('line.code')}
            onChange={(_, { value }) => setCode(value)}
          />
          <Button
            size="small"
            type="submit"
            className={styles.touch}
            appearance="primary"
            disabledFocusable={actions.isBusy}
          >
            {t('line.pair')}
          </Button>
        </form>
      )}
    </div>
  );
}
