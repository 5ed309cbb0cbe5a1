import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowRight20Regular,
  Copy20Regular,
  Delete20Regular,
  DocumentCopy20Regular,
  Edit20Regular,
  Flow20Regular,
  Play20Regular,
} from '@fluentui/react-icons';
import { keyCaps, useT } from '@balcao/sdk/client';
import { isDecoration, nodesById } from '../document/document.ts';
import { arrange } from '../editor/arrange.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { duplicateSelected } from './useCanvasKeys.ts';

interface NodeMenuProps {
  /** On the screen. */
  x: number;
  y: number;
  onLink(nodeId: string): void;
  onTest(nodeId: string): void;
  /** Copies the selection to the clipboard. */
  onCopy(): void;
  onArranged(): void;
  onClose(): void;
}

/** The actions on the selected nodes, at the pointer or, by the keyboard, beside the node. */
export function NodeMenu({ x, y, onLink, onTest, onCopy, onArranged, onClose }: NodeMenuProps) {
  const t = useT();
  const editor = useEditor();
  const { store } = editor;
  const selected = useEditorState(({ nodes }) => nodes);
  const document = useEditorState(({ history }) => history.present);
  const only = selected.size === 1 ? nodesById(document).get([...selected][0] ?? '') : undefined;
  const isStep = only !== undefined && !isDecoration(only.type);
  const canCopy = only?.type !== 'startNode';
  return (
    <Menu
      open
      onOpenChange={(_, { open }) => !open && onClose()}
      positioning={{
        target: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) },
        position: 'below',
        align: 'start',
      }}
    >
      <MenuPopover>
        <MenuList>
          {only && (
            <MenuItem
              icon={<Edit20Regular />}
              secondaryContent={keyCaps('Enter')[0]}
              onClick={() => store.open(only.id)}
            >
              {t('editor.openNode')}
            </MenuItem>
          )}
          {isStep && (
            <MenuItem icon={<ArrowRight20Regular />} secondaryContent={keyCaps('l')[0]} onClick={() => onLink(only.id)}>
              {t('editor.link')}
            </MenuItem>
          )}
          {isStep && (
            <MenuItem icon={<Play20Regular />} onClick={() => onTest(only.id)}>
              {t('editor.testHere')}
            </MenuItem>
          )}
          {selected.size > 1 && (
            <MenuItem
              icon={<Flow20Regular />}
              onClick={() => {
                onArranged();
                arrange(editor);
              }}
            >
              {t('editor.arrangeSelected')}
            </MenuItem>
          )}
          {canCopy && (
            <>
              <MenuDivider />
              <MenuItem
                icon={<DocumentCopy20Regular />}
                secondaryContent={keyCaps('mod+d').join(' ')}
                onClick={() => duplicateSelected(store)}
              >
                {t('editor.duplicate')}
              </MenuItem>
              <MenuItem icon={<Copy20Regular />} secondaryContent={keyCaps('mod+c').join(' ')} onClick={onCopy}>
                {t('editor.copy')}
              </MenuItem>
              <MenuItem
                icon={<Delete20Regular />}
                secondaryContent={t('editor.deleteKey')}
                onClick={() => store.removeSelected()}
              >
                {t(selected.size > 1 ? 'editor.removeNodes' : 'editor.removeNode', { count: selected.size })}
              </MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
