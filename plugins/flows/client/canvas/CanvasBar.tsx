import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  Add20Regular,
  AlignLeft20Regular,
  FullScreenMaximize20Regular,
  Subtract20Regular,
  TextBulletListTree20Regular,
  Flow20Regular,
} from '@fluentui/react-icons';
import { useReactFlow, useViewport } from '@xyflow/react';
import { useT } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import { align, type Alignment } from '../document/changes.ts';
import { arrange, sizeOf } from '../editor/arrange.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { duration } from './useReveal.ts';

const useStyles = makeStyles({
  bar: {
    position: 'absolute',
    right: '16px',
    bottom: '16px',
    zIndex: 5,
    display: 'flex',
    alignItems: 'center',
    height: '40px',
    padding: '0 4px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow4,
  },
  zoom: { minWidth: '52px', fontVariantNumeric: 'tabular-nums' },
  line: { width: '1px', height: '20px', margin: '0 4px', backgroundColor: tokens.colorNeutralStroke2 },
});

const alignments: readonly Alignment[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'columns', 'rows'];

/** Zoom, fitting, layout and the way to the outline. */
export function CanvasBar({ onArranged }: { onArranged(): void }) {
  const styles = useStyles();
  const t = useT();
  const editor = useEditor();
  const { store } = editor;
  const flow = useReactFlow();
  const { zoom } = useViewport();
  const mode = useEditorState((state) => state.mode);
  const selected = useEditorState(({ nodes }) => nodes.size);
  const time = { duration: duration() };
  const measured = (id: string) => flow.getNode(id)?.measured;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('editor.view')}>
      <IconButton icon={<Subtract20Regular />} label={t('editor.zoomOut')} onClick={() => void flow.zoomOut(time)} />
      <Button
        appearance="subtle"
        className={styles.zoom}
        aria-label={t('editor.zoom', { percent: Math.round(zoom * 100) })}
        onClick={() => void flow.zoomTo(1, time)}
      >
        {`${Math.round(zoom * 100)}%`}
      </Button>
      <IconButton icon={<Add20Regular />} label={t('editor.zoomIn')} onClick={() => void flow.zoomIn(time)} />
      <span className={styles.line} />
      <IconButton
        icon={<FullScreenMaximize20Regular />}
        label={t('editor.fit')}
        shortcut="f"
        onClick={() => void flow.fitView({ ...time, maxZoom: 1, padding: 0.12 })}
      />
      {mode === 'edit' && (
        <IconButton
          icon={<Flow20Regular />}
          label={t(selected > 1 ? 'editor.arrangeSelected' : 'editor.arrange')}
          onClick={() => {
            onArranged();
            arrange(editor, measured);
          }}
        />
      )}
      {mode === 'edit' && selected > 1 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <IconButton icon={<AlignLeft20Regular />} label={t('editor.align')} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {alignments.map((how) => (
                <MenuItem
                  key={how}
                  onClick={() => {
                    onArranged();
                    store.apply('align', (document) =>
                      align(document, [...store.get().nodes], how, sizeOf(editor, measured)),
                    );
                  }}
                >
                  {t(`align.${how}`)}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      <IconButton
        icon={<TextBulletListTree20Regular />}
        label={t('editor.outline')}
        shortcut="o"
        onClick={() => store.set({ isOutline: true })}
      />
    </div>
  );
}
