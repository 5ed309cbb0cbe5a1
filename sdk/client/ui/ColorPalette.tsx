import { useRef, type KeyboardEvent } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { useT } from '../index.ts';
import { useColorName } from './color-name.ts';

export interface ColorPaletteProps {
  /** '#rrggbb'. */
  value: string;
  onChange(color: string): void;
  colors: readonly string[];
  /** Colours used by other items: shown as taken, and not selectable. */
  taken?: readonly string[];
  label?: string;
  id?: string;
}

const columns = 10;

const useStyles = makeStyles({
  grid: { display: 'grid', gridTemplateColumns: `repeat(${columns}, 24px)`, gap: '6px' },
  swatch: {
    width: '24px',
    height: '24px',
    padding: 0,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    border: `1px solid color-mix(in srgb, ${tokens.colorNeutralForeground1} 18%, transparent)`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    ':disabled': { opacity: 0.25, cursor: 'not-allowed' },
  },
});

/** A fixed set of colours. Arrow keys move in the grid; the selected colour has a tick. */
export function ColorPalette({ value, onChange, colors, taken = [], label, id }: ColorPaletteProps) {
  const t = useT('shell');
  const nameOf = useColorName();
  const styles = useStyles();
  const grid = useRef<HTMLDivElement>(null);
  const chosen = colors.findIndex((color) => same(color, value));
  const stop = chosen >= 0 ? chosen : 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (!step) return;
    event.preventDefault();
    let next = stop + step;
    while (colors[next] && taken.some((color) => same(color, colors[next] ?? ''))) next += Math.sign(step);
    const color = colors[next];
    if (!color) return;
    onChange(color);
    grid.current?.querySelectorAll<HTMLButtonElement>('button')[next]?.focus();
  };

  return (
    <div
      ref={grid}
      className={styles.grid}
      role="radiogroup"
      aria-label={label ?? t('ui.color')}
      onKeyDown={onKeyDown}
      {...(id ? { id } : {})}
    >
      {colors.map((color, index) => {
        const isTaken = !same(color, value) && taken.some((other) => same(other, color));
        const name = isTaken ? t('ui.colorTaken', { color: nameOf(color) }) : nameOf(color);
        return (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={index === chosen}
            aria-label={name}
            title={name}
            disabled={isTaken}
            tabIndex={index === stop ? 0 : -1}
            className={styles.swatch}
            style={{ backgroundColor: color, color: isLight(color) ? '#1e191e' : '#ffffff' }}
            onClick={() => onChange(color)}
          >
            {index === chosen && <Checkmark16Filled aria-hidden="true" />}
          </button>
        );
      })}
    </div>
  );
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function isLight(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  return ((value >> 16) * 299 + ((value >> 8) & 255) * 587 + (value & 255) * 114) / 1000 > 150;
}
