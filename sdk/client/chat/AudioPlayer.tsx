import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Pause20Filled, Play20Filled } from '@fluentui/react-icons';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { mediaUrl, useFormat } from '@balcao/sdk/client';
import { IconButton, tint } from '@balcao/sdk/ui';
import type { ChatMedia } from './chat-message.ts';
import { useChatT } from './texts.ts';
import { bars, waveformOf } from './waveform.ts';

const speeds = [1, 1.5, 2, 0.5] as const;
const speedAtom = atomWithStorage<number>('balcao.tickets.speed', 1, undefined, { getOnInit: true });

const useStyles = makeStyles({
  player: { display: 'flex', gap: '10px', width: '344px', maxWidth: '100%', padding: '8px 10px 6px' },
  play: { borderRadius: '50%', minWidth: '36px', maxWidth: '36px', width: '36px', height: '36px', flexShrink: 0 },
  middle: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: '2px' },
  wave: {
    display: 'flex',
    alignItems: 'center',
    gap: '1%',
    height: '32px',
    minWidth: 0,
    overflow: 'hidden',
    cursor: 'pointer',
    touchAction: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  bar: { flex: '1 1 0', minWidth: '1px', maxWidth: '3px', borderRadius: '2px', backgroundColor: tint(26) },
  played: { backgroundColor: tokens.colorCompoundBrandStroke },
  foot: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  speed: {
    alignSelf: 'flex-start',
    marginTop: '6px',
    minWidth: '38px',
    height: '22px',
    paddingInline: '4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tint(8),
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 599px)': { minHeight: '32px', marginTop: '2px' },
  },
});

/** The playing recording: only one plays at a time. */
let playing: HTMLAudioElement | undefined;

const clock = (seconds: number): string =>
  Number.isFinite(seconds)
    ? `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
    : '0:00';

export interface AudioPlayerProps {
  media: ChatMedia;
  /** Content at the player's end: a `MessageTime`. */
  when?: ReactNode;
}

/** A player for a recording: a waveform to seek in, and a speed that is remembered. */
export function AudioPlayer({ media, when }: AudioPlayerProps) {
  const styles = useStyles();
  const t = useChatT();
  const { number } = useFormat();
  const [speed, setSpeed] = useAtom(speedAtom);
  const audio = useRef<HTMLAudioElement>(null);
  const [shape, setShape] = useState<number[]>();
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(Number.NaN);
  const address = mediaUrl(media.url);

  useEffect(() => {
    let isHere = true;
    void waveformOf(address).then((found) => isHere && setShape(found));
    return () => {
      isHere = false;
    };
  }, [address]);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed, isPlaying]);

  const toggle = (): void => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    if (playing !== element) playing?.pause();
    playing = element;
    element.playbackRate = speed;
    void element.play().catch(() => setPlaying(false));
  };
  const seek = (seconds: number): void => {
    if (!audio.current || !Number.isFinite(length)) return;
    audio.current.currentTime = Math.max(0, Math.min(length, seconds));
    setAt(audio.current.currentTime);
  };
  const onPoint = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - box.left) / box.width) * length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seek(at + step);
  };
  const nextSpeed = (): void => setSpeed(speeds[(speeds.indexOf(speed as 1) + 1) % speeds.length] ?? 1);
  const share = Number.isFinite(length) && length > 0 ? at / length : 0;

  return (
    <div className={styles.player}>
      <audio
        ref={audio}
        src={address}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
      />
      <IconButton
        className={styles.play}
        appearance="primary"
        icon={isPlaying ? <Pause20Filled /> : <Play20Filled />}
        label={t(isPlaying ? 'media.pause' : 'media.play')}
        onClick={toggle}
      />
      <div className={styles.middle}>
        <div
          className={styles.wave}
          role="slider"
          tabIndex={0}
          aria-label={t('media.position')}
          aria-valuemin={0}
          aria-valuemax={Number.isFinite(length) ? Math.round(length) : 0}
          aria-valuenow={Math.round(at)}
          aria-valuetext={clock(at)}
          onPointerDown={onPoint}
          onPointerMove={onPoint}
          onKeyDown={onKeyDown}
        >
          {Array.from({ length: bars }, (_, bar) => (
            <span
              key={bar}
              className={mergeClasses(styles.bar, bar / bars < share && styles.played)}
              style={{ height: `${Math.max(10, Math.round((shape?.[bar] ?? 0.1) * 100))}%` }}
            />
          ))}
        </div>
        <div className={styles.foot}>
          <span>
            {clock(at)} / {clock(length)}
          </span>
          {when}
        </div>
      </div>
      <Button
        appearance="transparent"
        className={styles.speed}
        aria-label={t('media.speed', { speed: number(speed) })}
        onClick={nextSpeed}
      >
        {number(speed)}×
      </Button>
    </div>
  );
}
