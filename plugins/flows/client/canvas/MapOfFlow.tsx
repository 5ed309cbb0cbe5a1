import { makeStyles, tokens } from '@fluentui/react-components';
import { MiniMap, type Node } from '@xyflow/react';
import { useT, useViewport } from '@balcao/sdk/client';
import { ext, tint } from '@balcao/sdk/ui';
import type { FlowNodeElement } from '../../graph/types.ts';
import { useEditor } from '../editor/context.ts';
import { speaks } from '../kinds/kind.ts';

const useStyles = makeStyles({
  map: {
    '&.react-flow__panel': { margin: '16px' },
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow4,
    backgroundColor: ext.raised,
    '& svg': { display: 'block' },
    // As `maskStrokeWidth` it would be a variable that changes with every move and styles each step of the map anew.
    '& .react-flow__minimap-mask': { strokeWidth: '1px', vectorEffect: 'non-scaling-stroke' },
  },
});

/** The whole flow in the corner; dragging in it moves the canvas. */
export function MapOfFlow() {
  const styles = useStyles();
  const t = useT();
  const { width } = useViewport();
  const { kinds, named } = useEditor();
  const colour = (node: Node): string => {
    const element = node.data['element'] as FlowNodeElement | undefined;
    if (node.selected === true) return tokens.colorCompoundBrandBackground;
    if (!element || element.type === 'frameNode') return tint(6);
    if (element.type === 'commentNode') return ext.noteBg;
    const kind = kinds.get(element.type);
    if (element.type === 'departmentNode') return kind?.about?.(element.data, named)?.color ?? tint(30);
    return kind && speaks(kind)
      ? `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 32%, ${ext.raised})`
      : tint(26);
  };
  if (width < 900) return null;
  return (
    <MiniMap
      className={styles.map}
      position="bottom-left"
      style={{ width: 178, height: 130 }}
      pannable
      zoomable
      ariaLabel={t('editor.map')}
      bgColor={ext.raised}
      maskColor={tint(8)}
      maskStrokeColor={tokens.colorCompoundBrandStroke}
      nodeColor={colour}
      nodeBorderRadius={8}
    />
  );
}
