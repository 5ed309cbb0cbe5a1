import { useEffect, useId, useRef, useState } from 'react';
import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Search16Regular } from '@fluentui/react-icons';
import { translate, useT } from '@balcao/sdk/client';
import { ext, tint } from '@balcao/sdk/ui';
import type { Kind } from '../kinds/kind.ts';
import { Tile } from './Tile.tsx';
import { useFoundKinds } from './useFoundKinds.ts';

const useStyles = makeStyles({
  menu: {
    position: 'absolute',
    zIndex: 10,
    width: '260px',
    maxHeight: '360px',
    display: 'flex',
    flexDirection: 'column',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow16,
  },
  search: { padding: '8px', '& > *': { width: '100%' } },
  list: { overflowY: 'auto', padding: '0 4px 6px' },
  group: { padding: '6px 8px 2px', fontSize: '11px', lineHeight: '16px', color: tokens.colorNeutralForeground3 },
  option: {
    width: '100%',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',

    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '32px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
  },
  active: { backgroundColor: tint(8) },
  nothing: { margin: 0, padding: '8px', color: tokens.colorNeutralForeground3 },
});

interface InsertMenuProps {
  x: number;
  y: number;
  onChoose(kind: Kind): void;
  onClose(): void;
}

/** Asks which kind of node to insert, where the pointer or the selection is. */
export function InsertMenu({ x, y, onChoose, onClose }: InsertMenuProps) {
  const t = useT();
  const styles = useStyles();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState('');
  const [active, setActive] = useState(0);
  const groups = useFoundKinds(term);
  const all = groups.flatMap(({ kinds }) => kinds);
  const chosen = all[Math.min(active, all.length - 1)];

  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as globalThis.Node)) onClose();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [onClose]);
  useEffect(() => {
    menu.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    // The keys are those of the field inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={menu}
      className={mergeClasses('nokey', styles.menu)}
      style={{ left: `max(8px, min(${x}px, calc(100% - 268px)))`, top: `max(8px, min(${y}px, calc(100% - 368px)))` }}
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
        const step = steps[event.key];
        if (step !== undefined)
          setActive((Math.min(active, all.length - 1) + step + all.length) % Math.max(1, all.length));
        else if (event.key === 'Enter' && chosen) onChoose(chosen);
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className={styles.search}>
        <Input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-label={t('editor.insert')}
          aria-activedescendant={chosen ? `${id}-${chosen.type}` : undefined}
          contentBefore={<Search16Regular aria-hidden="true" />}
          placeholder={t('editor.search')}
          value={term}
          onChange={(_, { value }) => {
            setTerm(value);
            setActive(0);
          }}
        />
      </div>
      <div className={styles.list} id={id} role="listbox" aria-label={t('editor.insert')}>
        {groups.map(({ group, title, kinds }) => (
          <div key={group} role="group" aria-label={title}>
            <div className={styles.group} aria-hidden="true">
              {title}
            </div>
            {kinds.map((kind) => (
              <button
                key={kind.type}
                id={`${id}-${kind.type}`}
                type="button"
                tabIndex={-1}
                role="option"
                aria-selected={kind === chosen}
                className={mergeClasses(styles.option, kind === chosen && styles.active)}
                onPointerEnter={() => setActive(all.indexOf(kind))}
                onClick={() => onChoose(kind)}
              >
                <Tile kind={kind} size="palette" />
                {translate(kind.plugin, kind.label)}
              </button>
            ))}
          </div>
        ))}
        {all.length === 0 && <p className={styles.nothing}>{t('editor.nothingFound')}</p>}
      </div>
    </div>
  );
}
