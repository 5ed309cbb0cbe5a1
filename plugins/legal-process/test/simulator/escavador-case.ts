/** A case of one court as Escavador writes it. */
export const process = (): object => ({
  data_inicio: '2025-03-14',
  data_ultima_verificacao: new Date().toISOString(),
  fontes: [
    {
      sigla: 'TJSP',
      tipo: 'TRIBUNAL',
      grau: 1,
      tribunal: { sigla: 'TJSP' },
      capa: {
        classe: 'Procedimento Comum Cível',
        assunto: 'Rescisão',
        orgao_julgador: '2ª Vara Cível',
        data_distribuicao: '2025-03-14',
        valor_causa: { valor: '48250.9000', moeda: 'R$' },
      },
      envolvidos: [
        {
          nome: 'Maria Aparecida',
          polo: 'ATIVO',
          advogados: [{ nome: 'Marina Azevedo', oabs: [{ uf: 'SP', tipo: 'ADVOGADO', numero: 284_113 }] }],
        },
        { nome: 'Marina Azevedo', polo: 'ADVOGADO' },
      ],
    },
  ],
});
