import type { Chapter } from '../../../../src/views/support/manual/chapters.ts';

/**
 * The guide for QA, by chapter, in the marks of the user's manual. Beyond those, a block of lines that begin with `$ `
 * is commands, and `@ path` shows that file.
 */
export const guide: Readonly<Record<string, Chapter>> = {
  path: {
    title: 'O que é um caminho',
    body: `Um caminho é uma sequência de passos, a partir de uma situação conhecida, com o que se espera ver depois de cada um. Ninguém escreve caminhos um por um: eles saem dos modelos.

- *Modelo de máquina*, como \`models/transfer.model.ts\`: o que pode acontecer a uma parte do produto e aonde isso leva. Cada acontecimento é tentado em cada estado.
- *Jornada*, como \`models/journeys/answer.model.ts\`: o que as pessoas fazem e o que veem, no servidor de verdade, sem tela e no Chromium.
- *Modelo do servidor*, em \`models/server/\`: a vida de uma campanha, uma importação, uma regra.
- *Duas pessoas*, em \`models/two-attendants.model.ts\`: tudo o que dois atendentes podem fazer ao mesmo tempo na mesma conversa.

O nome de um caminho são os seus passos, com \`->\` entre eles. Com esse nome você roda só ele.`,
  },
  run: {
    title: 'Rodar',
    body: `Na pasta do projeto, todos os caminhos:

$ npm run paths

Só os de um modelo, ou de alguns:

$ npm run paths -- answer

E um só, com o nome que aparece no relatório:

$ npm run paths -- answer --path "the customer writes -> the customer writes -> the attendant opens the conversation"

Errou o nome? O comando para na hora e mostra o mais parecido. Um modelo que roda troca a sua página no relatório e deixa as outras como estavam.`,
  },
  read: {
    title: 'Ler o relatório',
    body: `Se algo falhou, o terminal já mostra, logo depois da tabela, cada causa com as linhas onde olhar e o comando que roda um só caminho. O relatório diz mais.

Abra \`reports/paths/index.html\` no navegador. Os modelos com falhas vêm primeiro; os filtros procuram por tela, tipo e pessoa.

Na página de um modelo, as falhas estão juntas por causa: cem caminhos que quebram pelo mesmo motivo são uma linha, com o passo em que eles deixam de ser como os que passam. Se há várias causas, *Em comum a todas as falhas abaixo* mostra as linhas do produto por que todas passam: comece por elas. Abra a causa:

- *O que o modelo espera* leva à linha do modelo: se ela estiver errada, corrija o modelo; se não, é bug;
- depois, o que se esperava e o que veio;
- *Onde olhar no código* leva ao produto, arquivo e linha. De uma máquina, a transição que ela fez e as suas ações, ou a que ela teria feito se a condição valesse. De uma jornada, primeiro a cena que não apareceu e o ato antes dela; depois, o que a cena pergunta ao produto;
- os passos em palavras, com o que falhou em destaque, e como o ator estava antes e depois;
- o comando que roda só esse caminho, e o registro para baixar.

Cada arquivo e linha abre o trecho, como estava quando os caminhos rodaram; com *Copiar arquivo e linha* você o acha no editor. O que os modelos escrevem em inglês, como os nomes das cenas, fica como está no código.

Embaixo ficam o diagrama, todos os caminhos, com filtros, e as últimas execuções.

No alto do relatório, *O que do produto as jornadas percorrem* lista cada tela, formulário, permissão, opção e idioma com as jornadas que chegam até ali. Só vale depois de rodar todas: o relatório diz quantas ainda faltam.`,
  },
  watch: {
    title: 'Assistir',
    body: `Uma jornada pode ser vista acontecendo, numa janela do Chromium, meio segundo por ato:

$ npm run paths -- read-and-leave --headed --slow

Com \`--path\`, só um caminho dela. Depois, a página da jornada no Chromium tem uma foto da tela de cada pessoa a cada passo, e a gravação do navegador, que se abre com o comando logo abaixo. Para ter só isso, sem janela:

$ npm run paths -- read-and-leave --chromium

Modelos de máquina não têm tela: para vê-los, baixe o registro de uma falha e use a máquina do tempo.

Num computador sem monitor, ponha \`xvfb-run -a\` na frente do comando.`,
  },
  pictures: {
    title: 'Comparar as telas',
    body: `Antes de mexer na aparência, guarde como cada tela está, em 1440 e 390 pixels, clara e escura:

$ npm run paths -- --pictures --accept

Depois de mexer, compare:

$ npm run paths -- --pictures

Onde algo mudou, \`reports/pictures\` tem a imagem aceita, a de agora e a diferença. Se é o que você queria, aceite só aquela tela:

$ npm run paths -- --pictures --accept users

As imagens aceitas ficam no seu computador: compare sempre com as que ele mesmo tirou.`,
  },
  write: {
    title: 'Escrever uma jornada',
    body: `Uma jornada são dois arquivos e uma linha. O exemplo daqui roda todo dia com as outras: o atendente olha uma conversa e volta para a lista sem responder; ela fica lida até o cliente escrever de novo. Nomes no código são em inglês; o que eles contam é da tela.

*1. O modelo.* Os estados são cenas, o que se vê; os acontecimentos são atos, o que alguém faz.

@ models/journeys/read-and-leave.model.ts

O terceiro argumento de \`journey\` dá um exemplo de cada ato.

*2. Como se faz e o que se vê.* \`begin\` prepara a primeira cena, com um cliente só deste caminho. Em \`deeds\` cada ato é feito; em \`scenes\` cada cena é conferida, esperando até aparecer.

@ tests/support/journeys-read-and-leave.ts

O que atendentes sabem fazer e ver está em \`tests/support/journeys-people.ts\`; clientes e provedor, em \`tests/support/journeys-world.ts\`. O que falta ali, acrescente nas duas formas: sem tela e no Chromium. Estrelas, anotações e outras ferramentas do dia estão em \`tests/support/journeys-tools-of-a-day.ts\`.

*3. A linha.* Em \`tests/support/journeys-all.ts\`, ao lado das outras, \`walkable(readAndLeaveSteps, kind)\`, com o seu \`import\`. Para achá-la pela tela no relatório, uma linha também em \`tests/support/report/report-subjects.ts\`: \`'journey-read-and-leave': ['inbox', 'conversation']\`.

*4. Rode.*

$ npm run paths -- read-and-leave

Assim ela anda sem tela; com \`--headed\` atrás, no Chromium.

*5. Faça falhar uma vez.* Troque \`unread: 0\` por \`unread: 1\` e rode de novo: tem de ficar vermelho, depois de cerca de um minuto, porque cada cena é esperada; o relatório mostra a linha da cena. Desfaça a troca. Jornada que nunca falha não prova nada.

Para a sua, copie os dois arquivos e troque os nomes: \`read-and-leave\` nos arquivos, \`readAndLeave\` dentro deles. Se você esquecer um ato, uma cena ou um exemplo, a verificação diz qual:

$ npm run check`,
  },
  report: {
    title: 'Do relato ao teste',
    body: `Alguém viu algo errado? Peça o arquivo: no menu da conta, *Relatar problema*, *Salvar arquivo*, logo depois de acontecer e antes de recarregar a página. Ele vem sem textos, nomes e telefones.

Veja cada acontecimento, o que ele mudou e que regra quebrou:

$ npm run replay balcao-relato.json

E transforme o arquivo em teste:

$ npm run replay -- --test balcao-relato.json

O teste vai para \`tests/replayed/balcao-relato.test.ts\`, e o comando mostra como rodar:

$ npm test tests/replayed/balcao-relato.test.ts

- *Uma regra quebrou*: o teste já falha, pelo mesmo motivo. Passa quando o produto for corrigido.
- *Nenhuma regra quebrou*: o teste passa, preso ao que a página mostrou: a ordem da lista (\`list\`), as não lidas (\`unread\`), cada linha (\`rows\`), as conversas abertas (\`chats\`). Troque o que está errado pelo que devia aparecer, e ele falha até o produto mostrar isso.

Corrigido o bug, o teste fica. Uma exceção: o registro só repete o que chegou naquele dia. Se a correção faz a página pedir ao servidor algo que antes não pedia, a resposta não está nele, e o teste continua vermelho; aí apague-o e prove a correção com uma jornada, ou com a semente, se veio da simulação.`,
  },
  timeMachine: {
    title: 'Máquina do tempo',
    body: `No Balcão, em *Máquina do tempo* (\`/time-machine\`), solte o mesmo arquivo: as telas aparecem como a pessoa as viu, em qualquer momento. Está no menu de quem vê a auditoria.

- A régua e as setas do teclado andam por acontecimento.
- Os acontecimentos têm filtro por ator, e cada um leva à sua causa.
- *Por que este número?* lista o que levou a cada contador.

Na demonstração ela abre também o registro da própria aba. Um registro baixado deste relatório também serve.`,
  },
  simulate: {
    title: 'Simular',
    body: `A simulação põe várias pessoas para trabalhar ao mesmo tempo, com a rede caindo, mensagens repetidas, abas que fecham e o servidor reiniciando. Tudo sai de um número, a semente: a mesma semente dá o mesmo registro, byte por byte.

$ npm run simulate -- --seed 7 --minutes 1 --clients 2

Muitas sementes, a partir de uma:

$ npm run simulate -- --seed 1 --minutes 1 --seeds 20

Depois de cada acontecimento as regras são conferidas; quando tudo se acalma, cada página tem de mostrar o que o servidor tem. Se algo falha, a simulação encurta a história até sobrar só o que importa e guarda o registro em \`reports/simulation\`. Ele se lê e vira teste como o de um usuário:

$ npm run replay -- --test reports/simulation/seed-7.json`,
  },
};
