import {
  Menu,
  MenuButton,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  SplitButton,
  type MenuButtonProps,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { saveFlowFile } from '../list/save-flow-file.ts';
import { useEditor } from './context.ts';
import type { EditorDialog } from './store.ts';
import type { Publishing } from './usePublishing.ts';

interface PublishButtonProps {
  publishing: Publishing;
  flowId: number | undefined;
  isTouch: boolean;
  onDialog(dialog: EditorDialog): void;
}

/** Publishes the draft, or stores it, and has a menu of what concerns the flow as a whole. */
export function PublishButton({ publishing, flowId, isTouch, onDialog }: PublishButtonProps) {
  const t = useT();
  const toasts = useToasts();
  const { store } = useEditor();
  const { label, name, tip, isBarred, isBusy, isDraftOnly, chooseDraftOnly, run, canNote } = publishing;
  const download = async () => {
    if (flowId === undefined) return;
    try {
      await saveFlowFile(flowId, store.document.title);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <Menu
      positioning="below-end"
      checkedValues={{ draft: isDraftOnly ? ['only'] : [] }}
      onCheckedValueChange={(_, { checkedItems }) => chooseDraftOnly(checkedItems.includes('only'))}
    >
      <MenuTrigger disableButtonEnhancement>
        {(trigger: MenuButtonProps) =>
          isTouch ? (
            <MenuButton
              {...trigger}
              appearance="subtle"
              icon={<MoreHorizontal20Regular />}
              menuIcon={null}
              aria-label={t('editor.more')}
            />
          ) : (
            <SplitButton
              appearance="primary"
              menuButton={{ ...trigger, 'aria-label': t('editor.more') }}
              primaryActionButton={{
                disabledFocusable: isBarred || isBusy,
                'aria-label': name,
                title: tip,
                onClick: () => void run(),
              }}
            >
              {label}
            </SplitButton>
          )
        }
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void run(true)}>{t('editor.saveDraft')}</MenuItem>
          {canNote && <MenuItem onClick={() => onDialog('publish')}>{t('editor.publishWithNote')}</MenuItem>}
          <MenuItemCheckbox name="draft" value="only">
            {t('editor.draftOnly')}
          </MenuItemCheckbox>
          <MenuItem onClick={() => onDialog('find')}>{t('editor.find')}</MenuItem>
          {flowId !== undefined && (
            <>
              <MenuItem onClick={() => onDialog('versions')}>{t('editor.versions')}</MenuItem>
              <MenuItem onClick={() => onDialog('occasions')}>{t('editor.occasions')}</MenuItem>
              <MenuItem onClick={() => onDialog('report')}>{t('editor.report')}</MenuItem>
              <MenuItem onClick={() => void download()}>{t('list.export')}</MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
