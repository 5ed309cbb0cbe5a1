import { useRef, useState } from 'react';
import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ReOrderDotsVertical16Regular, Search16Regular } from '@fluentui/react-icons';
import { translate, useShortcut, useT } from '@balcao/sdk/client';
import { Kbd, LazyTooltip, tint, useRovingFocus } from '@balcao/sdk/ui';
import { dragType } from '../canvas/Canvas.tsx';
import { Tile } from '../canvas/Tile.tsx';
import { useFoundKinds } from '../canvas/useFoundKinds.ts';
import type { Kind } from '../kinds/kind.ts';
import { useEditor } from './context.ts';
import { insertNode } from './insert.ts';

const useStyles = makeStyles({
  palette: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '196px',
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  rail: { width: '48px' },
  head: { padding: '12px 8px 8px', display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { margin: 0, padding: '0 8px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  search: { width: '100%', minWidth: 0 },
  list: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 8px 12px' },
  railList: { padding: '8px 6px' },
  group: {
    margin: '8px 0 2px',
    padding: '0 8px',
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    width: '100%',
    minHeight: '30px',
    padding: '0 7px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'grab',
    ':hover': { backgroundColor: tint(6) },
    ':hover > svg': { opacity: 1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  railItem: { justifyContent: 'center', minHeight: '34px' },
  name: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  grip: { position: 'absolute', right: '4px', opacity: 0, color: tokens.colorNeutralForeground3 },
  nothing: { margin: 0, padding: '8px', color: tokens.colorNeutralForeground3 },
});

/** The components that can be inserted: dragged onto the canvas, or chosen by Enter behind the selected node. */
export function Palette({ isRail }: { isRail: boolean }) {
  const t = useT();
  const styles = useStyles();
  const { store, wayIds } = useEditor();
  const [term, setTerm] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const groups = useFoundKinds(isRail ? '' : term);
  const roving = useRovingFocus<HTMLDivElement>('vertical');
  useShortcut('/', () => search.current?.focus(), { when: () => !isRail });

  const insert = (kind: Kind) => {
    const { nodes } = store.get();
    const [only] = nodes.size === 1 ? nodes : [];
    store.open(insertNode(store, kind, only === undefined ? {} : { after: { nodeId: only } }, wayIds));
  };
  return (
    <aside className={mergeClasses(styles.palette, isRail && styles.rail)} aria-label={t('editor.insert')}>
      {!isRail && (
        <div className={styles.head}>
          <h2 className={styles.title}>{t('editor.insert')}</h2>
          <Input
            ref={search}
            className={styles.search}
            appearance="filled-darker"
            aria-label={t('editor.search')}
            contentBefore={<Search16Regular aria-hidden="true" />}
            contentAfter={<Kbd keys="/" />}
            placeholder={t('editor.search')}
            value={term}
            onChange={(_, { value }) => setTerm(value)}
            onKeyDown={(event) => {
              const first = groups[0]?.kinds[0];
              if (event.key === 'Enter' && first) insert(first);
              if (event.key === 'Escape') setTerm('');
            }}
          />
        </div>
      )}
      <div className={mergeClasses(styles.list, isRail && styles.railList)} {...roving}>
        {groups.map(({ group, title, kinds }) => (
          <div key={group} role="group" aria-label={title}>
            {!isRail && (
              <h3 className={styles.group} aria-hidden="true">
                {title}
              </h3>
            )}
            {kinds.map((kind) => (
              <Item key={kind.type} kind={kind} isRail={isRail} onInsert={() => insert(kind)} />
            ))}
          </div>
        ))}
        {groups.length === 0 && <p className={styles.nothing}>{t('editor.nothingFound')}</p>}
      </div>
    </aside>
  );
}

function Item({ kind, isRail, onInsert }: { kind: Kind; isRail: boolean; onInsert(): void }) {
  const styles = useStyles();
  const label = translate(kind.plugin, kind.label);
  const help = kind.help === undefined ? undefined : translate(kind.plugin, kind.help);
  const item = (
    <button
      type="button"
      className={mergeClasses(styles.item, isRail && styles.railItem)}
      draggable
      {...(isRail && { 'aria-label': label })}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, kind.type);
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={onInsert}
    >
      <Tile kind={kind} size="palette" />
      {!isRail && <span className={styles.name}>{label}</span>}
      {!isRail && <ReOrderDotsVertical16Regular className={styles.grip} aria-hidden="true" />}
    </button>
  );
  return help === undefined && !isRail ? (
    item
  ) : (
    <LazyTooltip
      relationship="inaccessible"
      positioning="after"
      content={isRail ? `${label}. ${help ?? ''}` : (help ?? '')}
    >
      {item}
    </LazyTooltip>
  );
}
