import { useEffect } from 'react';
import { useReactFlow } from '@xyflow/react';
import { findNode } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';

/** Milliseconds of a movement of the canvas: none for people who prefer that. */
export const duration = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240);

/** Lets the rest of the page bring a node into the visible part of the canvas. */
export const useReveal = (): void => {
  const { store, onReveal } = useEditor();
  const flow = useReactFlow();
  useEffect(
    () =>
      onReveal((nodeId) => {
        const node = findNode(store.shown, nodeId);
        if (!node) return;
        const { width = 200, height = 80 } = flow.getNode(nodeId)?.measured ?? {};
        void flow.setCenter(node.position.x + width / 2, node.position.y + height / 2, {
          zoom: Math.max(0.75, Math.min(1.25, flow.getZoom())),
          duration: duration(),
        });
      }),
    [store, onReveal, flow],
  );
};
