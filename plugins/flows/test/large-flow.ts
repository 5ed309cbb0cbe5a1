/** A flow of many steps: questions with four answers each that lead to the rows below, on a grid. */
export const largeFlow = (steps: number): string => {
  const perRow = 20;
  const idOf = (number: number): string => (number === 0 ? 'start' : `n${number}`);
  const nodes = Array.from({ length: steps }, (_, number) => ({
    id: idOf(number),
    position: { x: (number % perRow) * 296, y: Math.floor(number / perRow) * 288 },
    ...(number === 0
      ? { type: 'startNode', data: { label: 'Inicio' } }
      : number % 5 === 0
        ? {
            type: 'questionNode',
            data: {
              question: `%primeiro_nome%, qual é o assunto ${number}?`,
              options: ['Trabalho', 'INSS', 'Família', 'Outro'].map((title, index) => ({
                id: String(index + 1),
                title,
              })),
              optionType: 'list',
            },
          }
        : {
            type: 'messageNode',
            data: { label: `Mensagem ${number} do escritório`, delay: 0, sendGreetingMessage: 1 },
          }),
  }));
  const edges = nodes.flatMap(({ id, type }, number) => {
    const targets = type === 'questionNode' ? [1, 2, perRow, perRow + 1] : [1];
    return targets.flatMap((distance, index) =>
      number + distance < steps
        ? [
            {
              id: `${id}-${index}`,
              type: 'custom',
              source: id,
              target: idOf(number + distance),
              sourceHandle: type === 'questionNode' ? `option-${index + 1}` : 'out',
              targetHandle: 'in',
            },
          ]
        : [],
    );
  });
  return JSON.stringify([...nodes, ...edges]);
};
