import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Delete20Regular, Pause20Regular, Record20Regular, Send20Filled } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, IconButton, ext } from '@balcao/sdk/ui';
import { Meter } from './Meter.tsx';
import { RecordingError, startRecording } from './recorder.ts';
import type { Recording, RecordingTrouble } from './recorder.ts';
import { clock } from './clock.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', flexDirection: 'column', flexGrow: 1, justifyContent: 'flex-end', minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: '12px', flexGrow: 1, minHeight: '40px', padding: '8px 14px 0' },
  dot: {
    width: '10px',
    height: '10px',
    borderRadius: '50%',
    backgroundColor: ext.bad,
    flexShrink: 0,
    animationName: { '50%': { opacity: 0.35 } },
    animationDuration: '1.6s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  still: { backgroundColor: tokens.colorNeutralForeground3, animationName: 'none' },
  time: {
    minWidth: '40px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
  tools: { display: 'flex', alignItems: 'center', gap: '2px', padding: '4px 6px 6px' },
  gap: { flexGrow: 1 },
  state: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3, paddingRight: '8px' },
  send: { minWidth: '32px', '@media (max-width: 599px)': { minWidth: '40px' } },
});

export interface RecorderBarProps {
  /** Ended by the one who speaks. */
  onSend(recording: Blob): void;
  onCancel(): void;
  onTrouble(trouble: RecordingTrouble): void;
  /** Cut off: another conversation was opened, or the microphone is gone. What was said is not lost. */
  onCutOff(recording: Blob): void;
  /** Again and again while somebody speaks. */
  onSpeaking(isSpeaking: boolean): void;
}

/** What stands in place of the field while something is spoken. */
export default function RecorderBar(props: RecorderBarProps) {
  const styles = useStyles();
  const t = useT();
  const [phase, setPhase] = useState<'asking' | 'recording' | 'paused' | 'ending'>('asking');
  const [seconds, setSeconds] = useState(0);
  const recording = useRef<Recording>(undefined);
  const hear = useRef<(level: number) => void>(undefined);
  const send = useRef<HTMLButtonElement>(null);
  const told = useRef(props);
  useEffect(() => {
    told.current = props;
  });

  const take = (): Recording | undefined => {
    const taken = recording.current;
    recording.current = undefined;
    return taken;
  };
  useEffect(() => {
    let isHere = true;
    const cutOff = (): void => {
      const { onCutOff, onSpeaking } = told.current;
      onSpeaking(false);
      void take()
        ?.finish()
        .then(onCutOff)
        .catch(() => undefined);
    };
    startRecording({
      onHeard: (level, recorded) => {
        hear.current?.(level);
        setSeconds(Math.floor(recorded));
      },
      onLost: cutOff,
    }).then(
      (started) => {
        if (!isHere) return started.drop();
        recording.current = started;
        setPhase('recording');
      },
      (error: unknown) =>
        isHere && told.current.onTrouble(error instanceof RecordingError ? error.trouble : 'unsupported'),
    );
    return () => {
      isHere = false;
      cutOff();
    };
  }, []);

  const isOn = phase === 'recording';
  useEffect(() => {
    told.current.onSpeaking(isOn);
  }, [isOn, seconds]);
  useEffect(() => {
    if (isOn) send.current?.focus();
  }, [isOn]);

  const cancel = (): void => {
    take()?.drop();
    told.current.onSpeaking(false);
    props.onCancel();
  };
  const pause = (isPaused: boolean): void => {
    recording.current?.pause(isPaused);
    setPhase(isPaused ? 'paused' : 'recording');
  };
  const finish = (): void => {
    const taken = take();
    if (!taken) return;
    setPhase('ending');
    told.current.onSpeaking(false);
    taken.finish().then(props.onSend, () => props.onTrouble('unsupported'));
  };
  const isReady = phase === 'recording' || phase === 'paused';
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('recording.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }}
    >
      <div className={styles.line}>
        {phase === 'asking' ? (
          <>
            <Spinner size="tiny" aria-hidden="true" />
            <span>{t('recording.asking')}</span>
          </>
        ) : (
          <>
            <span className={mergeClasses(styles.dot, !isOn && styles.still)} />
            <span className={styles.time} role="timer">
              {clock(seconds)}
            </span>
            <Meter hear={hear} isStill={!isOn} />
          </>
        )}
      </div>
      <div className={styles.tools}>
        <IconButton icon={<Delete20Regular />} label={t('recording.cancel')} shortcut="Escape" onClick={cancel} />
        <IconButton
          icon={phase === 'paused' ? <Record20Regular /> : <Pause20Regular />}
          label={t(phase === 'paused' ? 'recording.resume' : 'recording.pause')}
          disabledFocusable={!isReady}
          onClick={() => isReady && pause(phase !== 'paused')}
        />
        <span className={styles.gap} />
        {phase !== 'asking' && (
          <span className={styles.state}>{t(phase === 'paused' ? 'recording.paused' : 'recording.on')}</span>
        )}
        <IconButton
          ref={send}
          className={styles.send}
          appearance="primary"
          icon={phase === 'ending' ? <Spinner size="tiny" aria-hidden="true" /> : <Send20Filled />}
          label={t('recording.send')}
          shortcut="Enter"
          disabledFocusable={!isReady}
          onClick={finish}
        />
      </div>
      <VisuallyHidden live="polite">
        {phase === 'asking' ? '' : t(phase === 'paused' ? 'recording.paused' : 'recording.on')}
      </VisuallyHidden>
    </div>
  );
}
