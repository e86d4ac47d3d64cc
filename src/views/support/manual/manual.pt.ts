import type { Manual } from './chapters.ts';

export const manual: Manual = {
  start: {
    title: 'Primeiros passos',
    body: `Ao entrar, vê o *Início*: quantas conversas esperam, as transferências para si e as instâncias da empresa.

O menu fica à esquerda; o botão ao fundo mostra os nomes. No telemóvel fica em baixo, e *Mais* mostra o resto. Só vê o que o seu perfil permite.

- A sua fotografia, no topo, abre o perfil, o tema, o idioma, os avisos, o bloqueio do ecrã e a saída.
- O sinal ao lado mostra o estado da ligação. Sem Internet, pode continuar a escrever: enviamos quando a ligação voltar.
- O ponto de interrogação abre este manual no capítulo do ecrã em que está.`,
  },
  attendance: {
    title: 'Atendimento',
    body: `À esquerda ficam as conversas, ao centro a conversa aberta e à direita os dados do cliente.

- *Minhas* são as conversas que estão consigo e *Fila*, as que ainda não têm dono: ao responder, a conversa passa a ser sua. O número ao lado diz quantas são.
- Enquanto um fluxo responde ao cliente, a conversa fica em *Robô*, e não na fila. Quando o fluxo a encaminha, entra na fila, e a espera conta a partir daí.
- *Ordenar e filtrar* põe a maior espera no topo ou mostra só parte das conversas.
- *N* abre a conversa de quem espera há mais tempo.
- *M* marca uma conversa como lida sem a abrir, ou como não lida; o menu da linha também, e a seleção, várias de uma vez. Nas suas, o cliente vê os vistos.
- *E* abre as etiquetas do cliente da conversa aberta ou da linha em foco; o menu da linha também.
- A barra de espaço na lista, ou *Selecionar* no menu da linha, seleciona conversas: pode assumir, adiar, transferir, finalizar, marcar como lidas e etiquetar todas de uma vez. O que for recusado aparece com o motivo.
- As conversas fixadas ficam no topo. As outras surgem da mais recente para a mais antiga.
- *Enter* envia e *Shift+Enter* muda de linha. Em *Definições* pode trocar: *Ctrl+Enter* envia e *Enter* muda de linha. O rascunho de cada conversa fica guardado.
- Um link que comece por https:// chega ao cliente com a pré-visualização da página.
- Entre asteriscos o texto sai a negrito, entre sublinhados em itálico e entre tis riscado. Linhas que começam por um hífen ou um número com ponto e um espaço formam uma lista; por > e um espaço, uma citação.
- Um visto: enviada. Dois: entregue. Dois azuis: lida. A vermelho: não foi enviada, com o motivo e a opção de tentar de novo.

O WhatsApp permite texto livre até 24 horas depois da última mensagem do cliente. O tempo que resta aparece no topo da conversa.

Por SMS não há janela de 24 horas, nem ficheiros, reações, respostas a uma mensagem ou confirmação de leitura. Abaixo do campo aparece quantos SMS o texto ocupa; *Tirar acentos* encurta o que passou. Quem escreve SAIR, PARE, STOP ou CANCELAR por SMS não quer mais ofertas por SMS.

Para citar uma mensagem na resposta, passe o cursor sobre ela e use *Responder*. Uma mensagem enviada não se apaga aqui: a API da Meta e o SMS não o permitem, e nos números por gateway o Balcão também não apaga, para o registo do atendimento ficar inteiro. O que o cliente edita ou apaga aparece como uma linha que cita a mensagem.

*Selecionar*, no menu de uma mensagem, ou Shift com as setas seleciona várias: clique nas outras, ou use a barra de espaços. Depois, *Reencaminhar* (tecla *E*) ou *Copiar* leva todas de uma vez, por ordem. *Esc* sai da seleção.

- *Anexar*, colar ou arrastar envia fotografias, vídeos e documentos; o menu *Anexar* envia também localizações, contactos, e botões ou uma lista para o cliente escolher. O microfone grava um áudio. Nos números por gateway vão também, como documentos, ZIP, MOV, HEIC, ODT e outros formatos que a API da Meta não aceita; programas, por nenhum canal.
- Um áudio continua a tocar quando abre outra conversa: a barra com o nome pausa, avança e leva de volta a ele.
- Com uma imagem aberta, a roda do rato, dois dedos, o duplo clique ou *+* e *-* aproximam e afastam, *0* ajusta à janela e *R* roda. Arraste, ou use Shift com as setas, para ver o resto.
- *Nota interna* escreve para a equipa: o cliente não a recebe. Com @ menciona um colega.
- Enquanto um fluxo responde, a conversa diz qual é e em que passo está. *Parar fluxo* manda o atendimento para a fila, e escrever ou *Assumir* também interrompe o fluxo. Ao lado estão o passo e o que o cliente já respondeu; dali *Devolver ao fluxo* continua de onde parou. *Iniciar fluxo* começa um fluxo ativo no atendimento, depois de mostrar o que ele diz primeiro.
- Ao lado da conversa estão os dados do cliente, as etiquetas, os ficheiros e *Bloquear cliente*.`,
  },
  transfers: {
    title: 'Transferências',
    body: `Em *Transferir*, no topo da conversa, escolha quem vai continuar. Aparecem as pessoas que atendem nessa instância, com indicação de quem está ausente. O recado é opcional e o cliente não o vê.

A pessoa recebe um aviso e a conversa só muda de mãos quando ela aceita. Entretanto, continua a atender e pode cancelar.

Se ninguém responder ao cliente dentro do prazo do departamento, o Balcão oferece automaticamente a conversa a outra pessoa. O prazo define-se em Departamentos ou em Definições dinâmicas.`,
  },
  finishing: {
    title: 'Finalizar um atendimento',
    body: `Use *Finalizar* quando o assunto estiver tratado. A conversa sai da sua lista e fica em *Finalizadas*, com o protocolo. Durante alguns segundos pode desfazer.

Se a empresa tiver desfechos, escolha um com o rato, com as setas ou com o número ao lado dele. É opcional, e *Enter* finaliza. O desfecho aparece na conversa, na lista e nos relatórios.

Se o cliente voltar a escrever, começa um novo atendimento, com outro protocolo. O anterior continua em *Atendimentos anteriores*, ao lado da conversa.

Uma transferência que ainda aguardava resposta é cancelada.`,
  },
  search: {
    title: 'Procurar conversas',
    body: `Em qualquer ecrã, prima *Ctrl+K* (ou ⌘K no Mac) e escreva parte do nome do cliente, um número, um protocolo, palavras de uma mensagem ou o que pretende fazer: os ecrãs e as ações também aparecem. Com *#* antes, só protocolos; com *>*, só ações.

Para filtrar a lista, prima */* e escreva parte do nome do cliente. É indiferente usar maiúsculas ou minúsculas.

A procura vê apenas o separador escolhido: se não encontrar em *Minhas*, tente *Todas* ou *Finalizadas*, e confirme a instância escolhida no topo.

*Filtrar mensagens*, abaixo da procura, e *Filtrar*, na procura dentro da conversa, mostram só as do cliente ou da empresa, e só as dos dias que escolher. Em *Finalizadas*, *Ordenar e filtrar* mostra as de um período ou desfecho.

Tem o número do protocolo? Use o ecrã *Protocolo WhatsApp*.`,
  },
  quickReplies: {
    title: 'Respostas rápidas',
    body: `Na conversa, escreva */* e parte do atalho, no início ou depois de um espaço; o botão com a barra, ao lado da caixa, faz o mesmo. Escolha com as setas e prima *Enter*: o texto entra na caixa e ainda o pode alterar antes de enviar.

- *Minhas respostas rápidas*: só para si. As da empresa servem a toda a equipa.
- No texto, {{cliente}}, {{atendente}}, {{protocolo}} e {{saudacao}} dão lugar ao que se aplica a essa conversa.
- No menu de uma mensagem, *Criar resposta rápida* guarda o texto dela entre as suas.`,
  },
  templates: {
    title: 'Modelos e novas conversas',
    body: `O WhatsApp só permite escrever livremente durante *24 horas* depois da última mensagem do cliente. O tempo que resta aparece no topo da conversa; nas últimas duas horas, também acima da caixa de mensagem, e um aviso lembra quem atende.

- Passado o tempo, os modelos tomam o lugar da caixa; *Alt+E* leva até eles. O que escreveu continua guardado.
- Um *modelo* é um texto que a Meta aprovou. Preencha as variáveis, escolha a imagem, o vídeo ou o PDF se o modelo tiver um no topo, e confirme ao lado como o cliente o vai receber.
- Quando o cliente responde, volta a poder escrever livremente.
- Os modelos são escritos em *Modelos de mensagem*, ou no Gestor do WhatsApp. Os aprovados aparecem aqui em poucos minutos; os pausados ou recusados saem da lista.

Para falar primeiro com um número, use *Nova conversa* na lista (teclas *Alt+C*, ou Ctrl+K). Se alguém já atende esse número, o Balcão leva-o até à conversa ou diz com quem ela está.`,
  },
  templateEditor: {
    title: 'Escrever modelos de mensagem',
    body: `Um *modelo* é uma mensagem que o WhatsApp aprova antes. Aprovado, aparece logo aos atendentes dos números da mesma conta e nas campanhas.

*Novo modelo* começa um rascunho. *Guardar rascunho* guarda-o como está; *Enviar para análise* envia-o ao WhatsApp.

- O nome tem letras minúsculas, números e _. Nome, idioma e números não mudam depois do envio.
- Em *Topo*, escolha um título, uma imagem, um vídeo ou um documento. *Rodapé* e *Botões* são opcionais.
- *Carrossel* troca topo, rodapé e botões por 2 a 10 cartões, cada um com imagem ou vídeo, texto e os mesmos tipos de botão. Cada cartão vai com o seu ficheiro de exemplo, a menos que quem envia, ou a campanha, escolha outro.
- As variáveis ficam entre chavetas duplas: com números, a partir do 1, ou com nomes. Cada uma precisa de um exemplo. O texto não começa nem termina com uma.
- *Como o cliente vai ver* mostra a mensagem com os exemplos.

A situação e a qualidade mudam sozinhas.

- *Em análise*: aguarde. Costuma levar minutos.
- *Recusado*: o motivo está no topo. Corrija e envie de novo.
- *Em pausa*: clientes avaliaram-no mal. Ninguém o pode enviar até a pausa acabar.
- *Desativado*: copie-o e escreva outro.

Mudar um modelo aprovado cria uma alteração por enviar. Enviada, volta à análise e ninguém o usa até à resposta. Eliminá-lo retira-o também do WhatsApp; enquanto uma campanha em curso o usa, isso não é possível.`,
  },
  customers: {
    title: 'Etiquetas e campos do cliente',
    body: `Em *Etiquetas e campos* define o que a equipa marca e preenche sobre cada cliente.

- Uma *etiqueta* aparece ao lado da conversa e na lista. Qualquer assistente a pode dar ou tirar.
- Um *campo* tem um tipo: texto, número, data, opções ou sim e não. O tipo já não muda depois de alguém o preencher.
- A *ordem* indica que campo aparece primeiro.
- Um *desfecho* indica como um atendimento terminou. Quem finaliza escolhe-o na lista.

Em *Base de clientes* entram clientes de uma folha, CSV ou XLSX, de até 2 milhões de linhas.

1. Toque em *Importar ficheiro*. O separador e a codificação são encontrados sozinhos; se o mesmo ficheiro já foi enviado, o ecrã avisa.
2. Em *Colunas*, indique para onde vai cada uma. O que os nomes dizem já vem escolhido, como da última vez. Só uma é o *Telefone*.
3. A *Conferência* olha para cada linha: quantos são novos, quem já está na base, o que é recusado e porquê. Descarregue as *Recusadas* para ter essas linhas, com a linha e o motivo, para corrigir e enviar de novo.
4. Escolha o que fazer com quem já está na base: *Preencher vazios*, *Atualizar com o ficheiro* ou *Não mexer*. Quem pediu para sair ou está bloqueado continua assim em qualquer caso.
5. Em *De onde vem o consentimento*, indique a origem, a data e os canais, e declare. Sem a declaração, entram sem consentimento.
6. O botão do topo começa a importação. É possível *Pausar*, *Retomar* e *Cancelar*; se o servidor parar, continua da última linha, sem repetir ninguém.

Durante 30 dias, *Anular* tira quem entrou e devolve o que mudou. Quem já tem conversa, recebeu uma campanha, foi editado ou fixado, ou ganhou uma etiqueta ou um grupo fica, com o consentimento declarado.

Em *Clientes*, a pesquisa encontra palavras do nome, um telefone ou os últimos dígitos dele, e a lista filtra por etiqueta, campo, grupo, público, instância, último contacto, bloqueio e consentimento. *Colunas* escolhe o que aparece, também os campos da empresa e o consentimento; nome e telefone ficam sempre. *Guardar esta visão* guarda filtros e ordem com um nome, só para si, até 10; a visão avisa se a etiqueta, o grupo, a instância ou o campo dela já não existe. *Descarregar* leva a lista, com os filtros do ecrã, para CSV ou XLSX.

Em *Editar*, no registo do cliente, corrija o *Telefone* de quem nunca escreveu. Depois de alguém escrever de um número, este já não muda à mão: se o cliente mudar de número no WhatsApp, o registo acompanha. Se o número certo já for de outro registo, use *Juntar com outro cliente*.

O *Fuso horário* do registo diz a que horas as próximas campanhas chegam ao cliente que se mudou. Sem ele, vale o do indicativo. Uma folha de cálculo também o pode trazer, com nomes como America/Manaus.

Em *Contactos bloqueados* ficam os números dos quais nada chega e para os quais nada sai, com o motivo, quem bloqueou e quando. Cole uma lista, um número por linha, ou use *Trazer de um ficheiro CSV, TXT ou Excel*. O que está errado fica para corrigir; *Descarregar as linhas recusadas* dá todas, com o motivo. *Descarregar* leva a lista para CSV ou XLSX. Um cliente fica bloqueado enquanto um dos seus números estiver na lista.

Na página do cliente, que se abre em *Clientes*, ficam os dados, os grupos, as campanhas que recebeu e os atendimentos anteriores. *Consentimento para ofertas* mostra a sua última palavra por WhatsApp e por SMS e tudo o que veio antes. Quem cuida da base regista o que o cliente disse, com a comprovação. Nada é apagado desse histórico.

Se a pessoa pedir, um administrador exporta tudo o que se sabe dela (*Exportar os dados desta pessoa*) ou apaga para sempre (*Apagar a pedido (LGPD)…*), na página dela, aberta em *Clientes*. A exportação é um ZIP com os dados e as mensagens em cliente.json, a fotografia e os ficheiros das conversas e das campanhas; o que já não existe é indicado ali. Os atendimentos continuam contados, sem nome nem conteúdo. Se a pessoa estava bloqueada ou não aceitava ofertas, o Balcão guarda apenas um código do número, que não se consegue ler: se ela voltar, por um ficheiro ou a escrever, entra como novo cliente com as mesmas recusas, e pode ser desbloqueada ou consentir como qualquer outra.

Eliminar uma etiqueta retira-a de todos os clientes. Eliminar um campo apaga o que nele foi preenchido. Um desfecho eliminado deixa de aparecer ao finalizar; os atendimentos já finalizados com ele não mudam.`,
  },
  audiences: {
    title: 'Públicos e grupos de clientes',
    body: `Um *público* é o conjunto dos clientes que cumprem condições: etiqueta, grupo, instância, indicativo, nome, último contacto, consentimento, bloqueio ou um campo da empresa. Não guarda nomes: quem passa a cumpri-las entra sozinho.

- *Todas* pede cada condição, *Qualquer* pede apenas uma e *Exceto* deixa de fora quem tiver alguma. Os grupos podem ficar dentro de grupos: até 5 níveis e 50 condições.
- Enquanto o monta, o Balcão conta os clientes, diz quantos cada canal alcança e mostra alguns. Clique num deles para ver porque está dentro; em *Verificar um cliente*, procure qualquer outro para ver porque está fora. *Ver os clientes*, no menu do público, abre a lista inteira, que pode ser descarregada.
- O número ao lado de cada condição é o de clientes que ela, sozinha, encontra.

Um *grupo de clientes* tem nome e membros. Os membros são escolhidos um a um, na lista de clientes, ou seguem um público.

- Um grupo que segue um público é refeito quando o público muda, uma vez por dia, quando começa uma campanha que depende dele, e quando alguém escolhe *Atualizar pelo público*. Entretanto fica como está.
- Retirar o público de um grupo mantém os clientes que ele tem.
- Não podem ser eliminados um público que um grupo segue, nem um público ou grupo de uma campanha agendada.`,
  },
  campaigns: {
    title: 'Campanhas',
    body: `Uma *campanha* envia uma mensagem a muitos clientes, a cada um no máximo uma vez, e mostra quem a recebeu e porque os outros não.

*Nova campanha* tem cinco etapas: *Canal*, *Público*, *Mensagem*, *Quando* e *Revisão*. Nada é enviado antes da revisão.

- Em *Canal*, escolha os números que enviam: todos de WhatsApp ou todos de SMS. Números por gateway não enviam campanhas, porque o WhatsApp bane quem envia em massa por eles.
- Em *Público*, escolha um público, um grupo, um ficheiro ou todos os clientes. *Um ficheiro* passa pela importação da base, com o consentimento, e forma um grupo: *Usar este grupo na campanha*. Enquanto o ficheiro está a entrar, as campanhas com o grupo dele aguardam. Bloqueados e quem pediu para sair do canal da campanha nunca recebem.
- Em *Mensagem*, diga de onde vem cada variável e o que usar quando faltar. *Texto livre* só vai para quem escreveu nas últimas 24 horas, e pode ir com uma imagem, um vídeo ou um documento. O ficheiro, ou um áudio, também pode ir sozinho. Se o modelo tem imagem, vídeo ou PDF no topo, *Escolher ficheiro…* carrega-o, igual para todos.
- Por SMS segue só texto, com variáveis, e sem a janela de 24 horas. Abaixo do texto aparece quantos SMS ocupa, e *Tirar acentos* encurta-o. Nomes com ã, õ ou ç podem ocupar mais: o *Ensaio* conta com eles. Não há confirmação de leitura, e algumas operadoras não confirmam a entrega.
- Em *Quando*, escolha o início, o horário de envio, que vale no fuso de cada cliente, o ritmo e, se quiser, *Dividir em partes*. Cada parte pode ter a sua mensagem: *Comparar com outra mensagem (A/B)*, em *Mensagem*, envia uma a cada metade.
- Guardado o rascunho, o *Ensaio* diz quantos vão receber, quem fica de fora e porquê, quanto tempo demora, mais ou menos, e o *Custo estimado*. Os *Preços por mensagem* são definidos por um administrador. *Enviar teste* envia a mensagem para um número seu.

Enquanto decorre, os números mudam sozinhos, em todos os separadores.

- Uma mensagem de prova vai antes das outras. Se a Meta ou o fornecedor de SMS a recusar, a campanha para.
- *Pôr em pausa* retém os próximos envios; *Retomar* continua onde parou. *Cancelar envio* termina de vez: o que já foi enviado fica como está.
- Antes de começar, *Voltar a rascunho* retira-a do agendamento para mudar a mensagem, o público ou a hora.
- *Em espera* quer dizer que continua sozinha: quando abrir o horário, o limite de 24 horas da conta passar, o modelo voltar ou a funcionalidade Campanhas da empresa for ligada de novo.
- Enquanto um grupo que define o público é preenchido, fica *Agendada* e começa sozinha a seguir. Se em *Grupos de clientes* ele mostra *Falha ao preencher: a tentar de novo*, ninguém a recebe até que se consiga: ajuste o público do grupo ou escolha *Cancelar envio*.
- Numa campanha dividida, *Por parte* compara quantos de cada parte receberam, leram e responderam.
- *Não confirmados* podem ter recebido. Por isso nunca são reenviados, nem por *Reenviar aos que falharam*.
- Clique numa etapa do funil para ver só esses destinatários. Em *Mais ações* copia a campanha e descarrega a lista. *Descarregar*, ao lado da pesquisa, leva as campanhas e os números delas para CSV ou XLSX.

Quem responde abre um atendimento com o texto da campanha e o ficheiro que foi com o texto. Quem responde SAIR, PARAR, PARE ou STOP não recebe mais campanhas por esse canal; por SMS vale também CANCELAR.`,
  },
  rules: {
    title: 'Regras',
    body: `Uma *regra* age sozinha: *Quando* algo acontece, *Se* a condição for verdade, *Então* ela faz o que você escolheu, na ordem.

- Em *Quando*, escolha o evento: mensagem recebida, ticket aberto, assumido, transferido ou finalizado, cliente que espera há um tempo, ficha, etiqueta ou campo alterado, campanha respondida.
- Em *Se*, junte condições em grupos: *todas* ou *qualquer*. *contém* procura palavras inteiras, sem olhar a acentos e maiúsculas. *em um fluxo* separa os tickets a que um fluxo está a responder. Sem condição, a regra age em todo evento daquele tipo.
- Em *Então*, acrescente ações: mandar para um departamento, atribuir, voltar para a fila, etiquetar, preencher um campo, enviar uma mensagem ou uma resposta rápida, começar um fluxo, anotar, avisar alguém, finalizar. O que não pode ser feito é saltado, e a execução diz por quê: *já está em um fluxo*, se um fluxo responde no ticket; *não quer receber mensagens por este canal*, se o cliente pediu para sair.
- *Uma vez por ticket* faz a regra agir só na primeira vez. Com *Parar aqui: as de baixo não veem este evento*, o evento termina nela.

As regras são experimentadas de cima para baixo, e cada uma vê o que as de cima mudaram. Arraste para mudar a ordem, ou use Alt com as setas.

- A *Bancada* experimenta a regra com os últimos 100 eventos, sem fazer nada: quais casaram, o que faltou nos outros e o que ela faria.
- Uma regra que se dispararia a si própria, sozinha ou por meio de outras, não é guardada. Se um ciclo chega por importação ou por um fluxo que mudou, ele é parado: cada regra age uma vez numa cadeia de causas, que tem no máximo cinco regras.
- Uma regra que age com o mesmo cliente 20 vezes em 10 minutos, ou 200 num dia, para por um dia com ele, e continua com os outros: talvez outro robô esteja a responder. Uma nota no ticket avisa, e a execução diz *Parada: demasiadas vezes no mesmo ticket*.
- *Começar fluxo* também inicia um fluxo ativo, mesmo sem ticket aberto. Quem fica de fora aparece em *Execuções*, com o motivo.
- Em *Execuções* fica o que cada regra fez, em que ticket e por quê. Ao lado da conversa, *Regras* mostra o mesmo do ticket aberto.
- Em *Importar e exportar* você leva as regras para outra empresa. Etiquetas, departamentos e pessoas são encontrados pelo nome, e as regras chegam desligadas.

Uma regra só vê o que acontece depois de ligada. Clientes importados de um ficheiro não disparam regras. Uma mensagem de regra não conta como resposta: o cliente continua esperando.`,
  },
  bot: {
    title: 'Robô de conversa',
    body: `O *Robô de conversa* mostra que fluxo responde a quem escreve: em que números, a que mensagens, em que horário e com que nome.

- Os fluxos são consultados pela ordem da lista. O primeiro que serve responde; se nenhum serve, a conversa vai para as pessoas. As setas de cada fluxo movem-no para cima ou para baixo.
- *Editar* liga e desliga o fluxo e muda onde e quando responde.
- Em *Onde*, escolha um número para ver só o que responde nele.
- Um aviso diz quando um fluxo nunca responde, ou só em parte, porque outro que vem antes fica com as mensagens dele.`,
  },
  flows: {
    title: 'Fluxos',
    body: `Um *fluxo* responde sozinho a quem escreve, passo a passo, e chama uma pessoa quando é preciso. *Novo fluxo* começa por um modelo, em branco ou por um ficheiro exportado.

À esquerda ficam os passos que se podem adicionar; no meio, o fluxo; ao lado, o passo escolhido. *Desenho* e *Lista*, no alto, são duas maneiras de ver o mesmo; no telemóvel há só a lista.

- *Dizer* envia uma mensagem. *Perguntar* espera a resposta e a guarda numa variável. *Caminhos* segue pelo primeiro caso verdadeiro. *Horário* olha o horário do departamento. *Guardar* põe uma etiqueta, um campo do cliente ou uma variável. *Consultar* pergunta a outro sistema. *Pausar* espera. *Encaminhar* chama uma pessoa, e *Encerrar* termina.
- Cada saída precisa de um destino. Numa pergunta, *outra resposta*, *ficheiro ou foto* e *silêncio* também: são o que o cliente faz quando não faz o que se esperava.
- Nos textos, o nome de uma variável entre chaves duplas vira o valor dela. *Variáveis*, em *Mais ações do fluxo*, mostra todas.
- No desenho, arraste um passo da esquerda para o lugar dele, e de uma bolinha até outro passo para dizer aonde a saída leva. Uma saída que leva longe ou para trás mostra o nome do destino: clique nele para ir até lá. *Organizar* arruma tudo.
- Ctrl C, Ctrl X e Ctrl V copiam, cortam e colam os passos escolhidos, também noutro fluxo; no desenho, Shift ou Ctrl com o rato escolhe vários.
- Na lista, tudo se faz pelo teclado: setas percorrem, Enter edita, D muda o destino, N cria um passo depois, Alt com as setas reordena, Delete remove e Ctrl Z desfaz.

Enquanto edita, o fluxo inteiro é verificado: nenhuma saída solta, nenhum loop, ninguém preso em silêncio. Cada problema fica no seu passo, e *Ver a conversa* mostra a conversa mais curta em que ele acontece.

*Testar* abre o simulador: escreva como o cliente, toque nas opções, mande uma foto ou a localização, ou deixe o tempo passar. Nada é enviado.

- *Guardar* guarda o rascunho. *Publicar* mostra o que muda para o cliente e só publica o que foi provado. Com conversas em curso, escolha se seguem na versão delas, passam para a nova ou vão para uma pessoa.
- Em *Versões* compara o que foi publicado com o que está aberto, e *Voltar a esta* traz uma versão de volta ao rascunho; *Desfazer* devolve o que estava aberto.
- *Onde responde*, na lista, liga o fluxo e diz quando ele responde, em que instâncias e com que nome.`,
  },
  activeFlows: {
    title: 'Fluxos ativos',
    body: `Um *fluxo ativo* escreve primeiro. *Novo fluxo ativo* pede o modelo da *Primeira mensagem*, porque fora das 24 horas só um modelo aprovado pode ser enviado; com um número de SMS, pede um texto, e o fluxo vai só por SMS. Os outros passos editam-se como nos outros fluxos, em *Editar passos*.

- Publique o fluxo e ligue-o em *Como começa*. Aí também se escolhem os números de onde escreve, o horário, que vale no fuso de cada cliente, e se é *Só para quem autorizou*.
- *Novo envio* inicia-o para um público ou um grupo, agora ou numa data, uma vez, todos os dias ou todas as semanas, e diz antes quantos clientes há nele. *Parar* tira da fila quem ainda não recebeu.
- *Ligar campanha* faz quem responde à campanha seguir no fluxo, depois do modelo.
- *Gerar chave* dá a outro sistema uma chave para iniciar o fluxo. A chave só aparece uma vez. A chamada leva “number”, “name” e “key”, que é o nome do pedido: repetida com o mesmo nome, responde o que foi feito dele, sem enviar outra vez. Pode levar também “variables”, com valores para as variáveis do fluxo que têm *Valor inicial*.
- Um atendente inicia-o por *Iniciar fluxo*, ao lado da conversa. Uma regra também pode.

Cada início aparece em *Clientes*, com o motivo quando não aconteceu: quem espera ou está com uma pessoa, está noutro fluxo, foi bloqueado, não quer mensagens, não autorizou ou está fora do horário fica de fora. Os envios seguem o ritmo e o limite diário do número, como as campanhas.`,
  },
  notices: {
    title: 'Avisos e sons',
    body: `O Balcão avisa quando chega uma mensagem, quando uma conversa é transferida para si e quando uma transferência é aceite.

- O som e os avisos fora do separador ligam-se no menu da sua fotografia. O navegador pede autorização uma única vez.
- Se recusou, autorize os avisos deste endereço nas definições do navegador.
- O número ao lado de *Atendimento* e no título do separador conta as conversas com mensagens por ler.`,
  },
  protocol: {
    title: 'Protocolo WhatsApp',
    body: `Cada atendimento tem um número, como 20260312-0007: o dia e a ordem. Aparece no topo da conversa.

Escreva o número em *Protocolo WhatsApp* para ver de quem é o atendimento e tudo o que nele aconteceu: início, mensagens, transferências e fim, com a hora e a pessoa.

*Descarregar PDF* gera um documento com toda a conversa, na hora da empresa. Em Definições dinâmicas, um administrador pode esconder parte do número de telefone do cliente. Cada PDF descarregado fica registado na auditoria.

Encontra os atendimentos que pode ver: os seus, os que não têm atendente nas suas instâncias e, se for administrador, todos.`,
  },
  reports: {
    title: 'Painéis e relatórios',
    body: `*Painel de controlo* e *Dados e análises* mostram o momento atual (atendimentos em aberto, em fila e sem resposta) e um período ao lado do anterior. O painel começa com o dia de hoje; as análises, com os últimos 30 dias.

- O sinal de ajuda de cada número diz o que ele conta. Por baixo de cada tabela, *O que cada coluna conta* explica as colunas.
- Clique num número para ver os atendimentos que lhe deram origem. Ao voltar de uma conversa, a lista está como a deixou.
- *Gráfico* e *Tabela* mostram os mesmos números.
- *Relatório de produtividade* compara atendentes. *Relatório por período* mostra os dias e as pessoas que escolher.

Os dias e as horas são os do fuso horário da empresa. Tudo pode ser descarregado em CSV ou Excel.`,
  },
  users: {
    title: 'Utilizadores',
    body: `Crie utilizadores em *Novo utilizador* ou envie um convite por e-mail: é a própria pessoa que escolhe a palavra-passe.

- O perfil define o que a pessoa pode abrir. As instâncias definem os números em que atende.
- *Bloquear* impede a entrada e termina as sessões de imediato. As conversas da pessoa ficam sem atendente, para que outra as assuma.
- *Terminar sessão* apenas termina as sessões abertas.
- *Eliminar* não apaga o que a pessoa fez: as conversas e a auditoria mantêm-se.

O limite de utilizadores da empresa aparece ao lado do título. A empresa precisa de, pelo menos, um administrador ativo.`,
  },
  roles: {
    title: 'Perfis e permissões',
    body: `Um perfil é um conjunto de ecrãs. Abra o perfil, assinale os ecrãs por categoria e confirme o que muda antes de guardar.

As alterações aplicam-se de imediato, também a quem tem o Balcão aberto: o menu acompanha-as.

O perfil *administrador* permite tudo e não pode ser reduzido. Duplique um perfil para criar outro parecido. Só é possível eliminar um perfil que ninguém use.`,
  },
  departments: {
    title: 'Departamentos',
    body: `Um departamento junta pessoas e instâncias, com um horário, mensagens e uma forma de distribuir conversas.

- *Distribuição*: manual, a quem tem menos conversas abertas, ou uma a cada pessoa, por ordem. Só recebe quem está ligado.
- *Limite por atendente*: acima dele, a conversa espera. Uma pessoa ainda pode transferir para além dele.
- *Saudação* e *Fora do horário* são mensagens enviadas uma vez por atendimento.
- *Transferir sem resposta após*: oferece a conversa a outra pessoa, que tem o mesmo tempo para aceitar. Depois, é oferecida à seguinte e, sem mais ninguém, volta à fila. Se ficar vazio, aplica-se o valor da empresa.

Nos feriados o departamento fica fechado todo o dia.`,
  },
  instances: {
    title: 'Instâncias',
    body: `Uma instância é um número da empresa, de WhatsApp ou de SMS. Em *Nova instância*, *Canal* diz qual; cada canal tem as suas próprias conversas.

- WhatsApp: indique o identificador do número e o token da Cloud API. O token fica cifrado e não volta a ser mostrado: só os últimos caracteres.
- *SMS, pela Twilio*: indique o *Account SID*, o *Número na Twilio* e o *Auth Token*. *SMS, pela Zenvia*: o *Remetente na Zenvia* e o *Token da API*. O teste da ligação também pede ao fornecedor que avise o Balcão do que chegar: no painel dele não há nada a configurar.
- *WhatsApp, gateway não oficial*: indique o *Endereço do gateway* e a *Chave do gateway*; em *Emparelhamento*, leia o código QR com o telemóvel da empresa. O código renova-se sozinho; se expirar, *Gerar outro código*. Quando o emparelhamento se perde, a lista e as conversas avisam, e o que for escrito espera alguns minutos antes de falhar. Não há janela de 24 horas, modelos nem campanhas. O que for escrito, editado ou apagado no próprio telemóvel aparece na conversa como *Pelo telemóvel*; o que for escrito conta como resposta. Um gateway que já estava emparelhado antes de uma atualização do Balcão só avisa do que é editado ou apagado depois de *Testar ligação*.
- *Testar ligação* confirma que o número responde. O estado na lista atualiza-se sozinho.
- *Sincronizar mensagens* vai buscar as conversas dos dias que escolher; o progresso aparece na lista.
- Uma instância desativada não recebe nem envia mensagens.
- Sem *API oficial*, a instância fica fora da Meta: não há janela de 24 horas, e só envia e recebe depois de um gateway ser configurado.`,
  },
  audit: {
    title: 'Acessos e auditoria',
    body: `*Ligados agora* mostra quem está a trabalhar, desde quando e a partir de onde.

*Auditoria* guarda quem fez o quê, quando e a partir de que endereço. Nada pode ser apagado. Filtre por pessoa, ação e período, e descarregue o resultado.

Os acessos do suporte da plataforma também ficam registados.`,
  },
  settings: {
    title: 'Definições dinâmicas',
    body: `Ajustes ao funcionamento do Balcão na sua empresa: duração das sessões, bloqueio do ecrã, acesso do suporte, transferência automática e outros.

Cada linha mostra o valor atual, o predefinido, e quem o alterou e quando. *Voltar ao padrão* repõe o valor predefinido. As alterações aplicam-se de imediato, sem reiniciar nada.

Com *Nome do atendente nas mensagens* ligado, o cliente lê o nome da pessoa, tal como está em *O meu perfil*, antes de cada texto e legenda. No Balcão a mensagem aparece sem ele.

Em *Ajuda*, define quem as pessoas da empresa devem procurar primeiro: aparece no ecrã Suporte.`,
  },
  account: {
    title: 'A sua conta',
    body: `Em *O meu perfil* altera o nome e a fotografia. Em *Definições* ficam a palavra-passe, os avisos, o idioma e o tema.

*Sessões ativas* mostra os navegadores em que tem sessão iniciada. Termine as que não reconhece, ou todas as outras de uma vez, e altere a palavra-passe.

Para alterar a palavra-passe, introduza também a atual. A nova precisa de 8 caracteres ou mais, sem repetições nem sequências como 123 ou abc.`,
  },
  security: {
    title: 'Segurança',
    body: `*Verificação em dois passos*: leia o código QR com uma aplicação de autenticação e confirme com o código de seis dígitos. Guarde os códigos de recuperação: cada um serve uma única vez, para quando estiver sem o telemóvel.

A empresa pode exigir a verificação a todos. Quem ainda não a tem precisa de a ativar antes de qualquer outra coisa.

*Bloquear o ecrã* esconde as conversas sem perder rascunhos nem envios. Para voltar, escreva a palavra-passe. O ecrã também se bloqueia sozinho, se quiser: escolha o tempo em *Definições*. A empresa pode definir o tempo máximo.

Num computador que outros também usam, desmarque *Manter sessão iniciada* ao entrar.

Esqueceu-se da palavra-passe? Na entrada, use *Esqueci-me da palavra-passe*: a ligação chega por e-mail e é válida durante uma hora.`,
  },
  terms: {
    title: 'Termos de uso',
    body: `Quando a plataforma publica uma nova versão dos termos, cada pessoa tem de os ler e aceitar ao entrar. Quem já está a trabalhar tem 24 horas para o fazer.

Guardamos a data, a hora e o endereço da aceitação. Em *Termos de uso*, os administradores veem quem já aceitou e quem ainda não.`,
  },
  help: {
    title: 'Ajuda, vídeos e suporte',
    body: `Prima *?* em qualquer ecrã para ver os atalhos que nele funcionam. O ecrã *Ajuda* mostra-os todos.

*Vídeos de formação* reúne vídeos curtos. Marque os que já viu: a marca é só sua.

Precisa de falar com alguém? Em *Suporte* está quem procurar primeiro na sua empresa e o que indicar: o protocolo, a hora e o código do pedido que aparece nas mensagens de erro.`,
  },
  timeMachine: {
    title: 'Máquina do tempo',
    body: `Para quem investiga um problema. Em *Máquina do tempo*, largue o ficheiro que a pessoa guardou em *Comunicar um problema*: os ecrãs aparecem como ela os viu. O ficheiro não sai do seu navegador, e nada do que mostra é enviado, guardado ou tocado.

- A régua leva a qualquer momento; as setas do teclado andam um acontecimento de cada vez. *Reproduzir* anda sozinho.
- Em *Acontecimentos*, filtre por acontecimento ou por ator e veja o que cada um mudou. *Ir para a causa* leva ao acontecimento que pediu aquela resposta.
- *Estados* mostra em que estado está cada ator nesse momento; escolha um para ver os seus estados desenhados, o atual e a última mudança.
- *Números* responde a *Por que este número?*: que acontecimentos levaram a ele. Onde o registo do próprio separador é oferecido, o botão direito (ou a tecla de menu) sobre um contador leva até lá.

O ficheiro traz textos e nomes trocados por letras: o que importa é o que aconteceu, e por que ordem. Não guarda em que ecrã a pessoa estava; o ecrã mostrado é o que os acontecimentos indicam.`,
  },
  companies: {
    title: 'Empresas',
    body: `Para o back-office. A lista mostra a utilização e os limites de cada empresa. As empresas eliminadas ficam escondidas e podem ser restauradas.

- *Recursos* ativa e desativa áreas, de imediato, também para quem está ligado.
- *Entrar como suporte* abre a empresa por tempo limitado, com um aviso no ecrã e registo na auditoria de ambos os lados. A empresa pode proibi-lo.
- *Descarregar folhas* traz os atendimentos, os registos das instâncias e o estado dos envios, em CSV ou Excel.`,
  },
  connections: {
    title: 'Ligações',
    body: `Para o back-office. Mostra as instâncias de todas as empresas: o estado, a última atividade e quantas vezes voltaram a ligar-se.

Uma instância desligada mostra o motivo indicado pelo WhatsApp, como um token que expirou.`,
  },
  maintenance: {
    title: 'Manutenção',
    body: `Para o back-office. Ao ativá-la, as empresas veem a página de manutenção, com a mensagem e a previsão que escrever. As mensagens dos clientes continuam a chegar.

Ao desativá-la, cada página volta sozinha ao ponto em que estava e nada do que foi escrito se perde. O back-office continua sempre a funcionar.`,
  },
};
