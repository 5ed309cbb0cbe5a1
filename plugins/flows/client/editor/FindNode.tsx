import { useState } from 'react';
import { Input, makeStyles, mergeClasses, tokens, Dialog } from '@fluentui/react-components';
import { Search16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { DialogFrame, tint } from '@balcao/sdk/ui';
import { Tile } from '../canvas/Tile.tsx';
import { useEditor } from './context.ts';

const useStyles = makeStyles({
  list: { margin: '8px 0 0', padding: 0, maxHeight: '50vh', overflowY: 'auto' },
  hit: {
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
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
  },
  active: { backgroundColor: tint(8) },
  names: { minWidth: 0 },
  line: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  nothing: { color: tokens.colorNeutralForeground3 },
});

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds nodes by any text in them. */
export function FindNode({ onClose }: { onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const { store, kinds, nameOf, lineOf, reveal } = useEditor();
  const [term, setTerm] = useState('');
  const [active, setActive] = useState(0);
  const words = plain(term).split(/\s+/).filter(Boolean);
  const hits =
    words.length === 0
      ? []
      : store.shown.nodes
          .filter((node) => {
            const text = plain(`${nameOf(node)} ${lineOf(node)} ${JSON.stringify(node.data)}`);
            return words.every((word) => text.includes(word));
          })
          .slice(0, 50);
  const open = (id: string) => {
    store.open(id);
    reveal(id);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame title={t('editor.find')} width={480} onClose={onClose} footer={null}>
        <Input
          autoFocus
          style={{ width: '100%' }}
          aria-label={t('editor.find')}
          contentBefore={<Search16Regular aria-hidden="true" />}
          placeholder={t('editor.findHint')}
          value={term}
          onChange={(_, { value }) => {
            setTerm(value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            const hit = hits[active];
            if (step !== undefined && hits.length > 0) setActive((active + step + hits.length) % hits.length);
            else if (event.key === 'Enter' && hit) open(hit.id);
            else return;
            event.preventDefault();
          }}
        />
        {hits.length > 0 && (
          <div className={styles.list} role="listbox" tabIndex={-1} aria-label={t('editor.find')}>
            {hits.map((node, index) => (
              <button
                key={node.id}
                type="button"
                tabIndex={-1}
                role="option"
                aria-selected={index === active}
                className={mergeClasses(styles.hit, index === active && styles.active)}
                onClick={() => open(node.id)}
                onPointerEnter={() => setActive(index)}
              >
                <Tile kind={kinds.get(node.type)} />
                <span className={styles.names}>
                  {nameOf(node)}
                  <span className={styles.line}>{lineOf(node)}</span>
                </span>
              </button>
            ))}
          </div>
        )}
        {words.length > 0 && hits.length === 0 && <p className={styles.nothing}>{t('editor.nothingFound')}</p>}
      </DialogFrame>
    </Dialog>
  );
}
