/**
 * The usual words of programming in other languages that no spelling rule (cognates.ts) finds: one line per meaning, in English, German,
 * French, Spanish, Russian, and Japanese with Chinese. Plurals and most verb forms follow from endings (foreign-words.ts); irregular ones
 * are listed. Of several English words the first is the usual one.
 */
export const programmingWords = `
access|zugriff zugreifen zugang|accès accéder|acceso acceder
add append|hinzufügen anhängen anfügen|ajouter|añadir agregar|добавить|追加 添加
address|adresse anschrift|adresse|dirección
alignment|ausrichtung ausrichten
allow permission|erlauben erlaubt zulassen berechtigung|autoriser permettre|permitir permiso
answer response reply|antwort beantworten|réponse répondre|respuesta responder|ответ|応答 响应
application|anwendung
array||tableau|arreglo matriz
bar|balken leiste|barre|barra
begin start|begonnen anfang|commencer démarrer début|comenzar iniciar empezar inicio
border frame|rahmen rand
browser||navigateur|navegador
build|bauen erstellen|construire|construir compilar
buffer|puffer|tampon|búfer
cache|zwischenspeicher
call|aufruf aufrufen|appel appeler|llamada llamar
cancel abort|abbrechen abbruch abgebrochen|annuler interrompre|anular|отмена|キャンセル 取消
case|fall|cas
catch intercept|abfangen fangen|attraper|capturar atrapar
chain|kette verketten
change modify|ändern änderung|changement|cambiar cambio
character|zeichen buchstabe|caractère|carácter
check verify|prüfen überprüfen prüfung|vérifier|comprobar chequear|проверка|確認 检查
child|kind|enfant|hijo
class|klasse||clase|класс|クラス
clean|bereinigen säubern aufräumen|nettoyer|limpiar
close|schließen geschlossen|fermer fermeture|cerrar cierre
code|||código
color|farbe farbig|couleur
column|spalte|colonne
command|befehl kommando||comando orden|команда|コマンド 命令
comment||commentaire|comentario
compare|vergleichen vergleich verglichen|comparer
compile|übersetzen
compose|zusammensetzen zusammenstellen
compress|komprimieren komprimierung packen||comprimir
concurrent parallel|gleichzeitig nebenläufig
condition|bedingung
configuration|||||配置
connect connection|verbinden verbindung verbunden|connexion|conectar conexión|соединение|接続 连接
constrain restrict|einschränken einschränkung beschränken
content|inhalt|contenu|contenido
convert|umwandeln umwandlung wandeln|||преобразовать|変換 转换
copy|kopieren|copier|copiar
count|zählen anzahl zähler|compter compteur|contar contador
coverage|abdeckung|couverture|cobertura
crash|absturz abstürzen|planter|caída
create|erstellen erzeugen anlegen erzeugung|création|creación|создать|作成 创建
current|aktuell|actuel|actual
custom|eigene eigenen benutzerdefiniert|personnalisé|personalizado
data|daten|données|datos|данные|データ 数据
database|datenbank|base-de-données|||データベース 数据库
date|datum||fecha
decode|entschlüsseln|décoder|decodificar
default|standard vorgabe voreinstellung standardwert|défaut|defecto predeterminado
define|festlegen
delay|verzögerung verzögern|retard|retraso
delete remove|löschen entfernen entfernt|supprimer effacer enlever|borrar eliminar quitar|удалить|削除 删除
dependency|abhängigkeit|dépendance|dependencia
determine|ermitteln bestimmen||determinar
develop development|entwickeln entwicklung|développement développer|desarrollo desarrollar
directory folder|verzeichnis ordner|répertoire dossier|carpeta|каталог|ディレクトリ 目录
disable|deaktivieren ausschalten|désactiver|desactivar
dispatch|verteilen
display show|anzeigen anzeige zeigen darstellen|afficher montrer affichage|mostrar visualizar|показать|表示 显示
download|herunterladen|télécharger téléchargement|descargar descarga
draw render|zeichnen darstellen|dessiner afficher|dibujar
duplicate|doppelt|double doublon
edit|bearbeiten bearbeitung|modifier
empty|leer|vide|vacío
enable|aktivieren einschalten|activer|activar
encode encoding|kodieren kodierung|encodage|codificar codificación
encrypt|verschlüsseln verschlüsselung|chiffrer|cifrar
end|ende beenden|fin terminer|fin terminar finalizar
entry|eintrag|entrée|entrada
enum enumeration|aufzählung
environment|umgebung|environnement|entorno
error|fehler fehlerhaft||fallo|ошибка|エラー 错误
event|ereignis|événement||событие|イベント 事件
example|beispiel|exemple|ejemplo
exception|ausnahme|||исключение|例外 异常
exclude|ausschließen ausgeschlossen|exclure|excluir
execute run|ausführen ausführung laufen läuft|exécution lancer|ejecutar ejecución|выполнить|実行 执行
expire|ablaufen abgelaufen|expirer|caducar
expression|ausdruck||expresión
extension|erweiterung
fail failure|fehlschlagen fehlgeschlagen scheitern|échouer échec|fallar fracaso
fetch get|holen abrufen|récupérer obtenir|obtener conseguir recuperar
field|feld|champ|campo
file|datei|fichier|archivo fichero|файл|ファイル 文件
find search|suchen suche gefunden|chercher trouver recherche|buscar encontrar búsqueda|поиск|検索 搜索
first|erste erster ersten|premier|primero
form|formular|formulaire|formulario
format|||formato
function|||||関数 函数
generate|erzeugen
group|gruppe||grupo
handle handler|behandeln behandlung|gérer gestionnaire|manejar manejador|обработка|処理 处理
header|kopfzeile kopf|en-tête entête|cabecera encabezado
height|höhe|hauteur|altura
help|hilfe helfen|aide|ayuda
hide hidden|verbergen verstecken|cacher masquer|ocultar oculto
history|verlauf
include|einbinden enthalten enthält|inclure|incluir
indent|einrücken einrückung|retrait|sangría
inherit|vererbung erben|hériter|heredar
initialize|einrichten|initialiser|inicializar
input|eingabe|entrée saisie|entrada|ввод|入力 输入
insert|einfügen|insérer
integer|ganzzahl|entier|entero
interface|schnittstelle
invalid|ungültig
iterate|durchlaufen|parcourir itérer|recorrer iterar
join|verketten verbinden verkettung|joindre|unir
key|schlüssel taste|clé clef touche|clave llave tecla|ключ
last|letzte letzter letzten|dernier|último
layer|schicht|couche|capa
length|länge|longueur|longitud
level|ebene stufe|niveau|nivel
library|bibliothek|bibliothèque|biblioteca librería
limit|grenze begrenzen obergrenze
line|zeile linie|ligne
link|verknüpfung|lien|enlace enlazar
list|auflisten||listar|список|リスト 列表
listen|lauschen horchen|écouter|escuchar
listener|beobachter zuhörer
load|laden lädt|charger chargement|cargar carga|загрузить|読み込 加载
lock|sperre sperren|verrou verrouiller|bloqueo bloquear
log|protokoll protokollieren protokollierung|journal journaliser|registro bitácora|журнал|ログ 日志
login authentication|anmelden anmeldung authentifizierung|connexion identification|autenticar acceso|вход|ログイン 登录
loop|schleife|boucle|bucle ciclo
lower|klein kleinbuchstaben|minuscule|minúscula
mail|post|courriel courrier|correo
manage|verwalten verwaltung|gérer gestion|gestionar administrar gestión
map|abbilden zuordnen zuordnung abbildung
match|übereinstimmung übereinstimmen passen|correspondre correspondance|coincidir coincidencia
measure|messen messung|mesurer|medir
memory|speicher arbeitsspeicher|mémoire
merge combine|zusammenführen vereinigen zusammenfügen verschmelzen|fusionner|combinar fusionar mezclar
message|nachricht meldung||mensaje|сообщение|メッセージ 消息
missing|fehlend fehlt fehlen|manquant manquer|faltante faltar
mock|attrappe
mode|modus
move|verschieben bewegen verschoben|déplacer
name|benennen|nom nommer|nombre
network|netzwerk netz|réseau|red
new|neu|nouveau nouvelle|nuevo
next|nächste nächster nächsten|suivant|siguiente
node|knoten|nœud noeud
notify|benachrichtigen benachrichtigung|notifier
number|zahl nummer|nombre numéro|número
object|gegenstand|objet|objeto|объект|オブジェクト 对象
open|öffnen offen|ouvrir ouvert|abrir abierto|открыть|開く 打开
order sort|reihenfolge ordnung sortierung|trier|orden ordenar
output|ausgabe ausgeben ausgegeben|sortie|salida|вывод|出力 输出
override|überschreiben
package|paket|paquet|paquete
page|seite||página
parse|zerlegen auswerten einlesen zerlegt parsen|analyser analyse|analizar análisis|разбор|解析
part|teil abschnitt|partie
pass|übergeben übergabe weitergeben
password|passwort kennwort|mot-de-passe|contraseña clave|пароль|パスワード 密码
path|pfad|chemin|ruta camino|путь|パス 路径
pattern|muster|motif|patrón
precision|genauigkeit
previous|vorherig|précédent|anterior
process|verarbeiten verarbeitung vorgang|traiter processus traitement|procesar proceso
progress|fortschritt|progression avancement|progreso
prompt ask|abfragen fragen nachfragen|demander|pedir preguntar solicitar
property|eigenschaft|propriété|propiedad
query|abfrage||consulta|запрос|クエリ 查询
queue|warteschlange|file-d'attente|cola
random|zufällig zufall|aléatoire|aleatorio
range|bereich|plage|rango
read|lesen liest gelesen auslesen einlesen|lire lecture|leer lectura|читать|読み 读取
receive|empfangen erhalten|recevoir|recibir
record|aufzeichnen datensatz|enregistrer enregistrement|registrar grabar registro
redirect|weiterleiten weiterleitung umleiten umleitung|rediriger redirection|redirigir redirección
register|anmelden eintragen|enregistrer inscrire|registrar|регистрация|登録 注册
rename|umbenennen umbenannt|renommer|renombrar
repeat retry|wiederholen wiederholung|répéter réessayer|repetir reintentar
replace|ersetzen ersetzt austauschen|remplacer|reemplazar sustituir
report|melden berichten bericht|signaler rapport|informar informe
request|anfrage anforderung anfragen|demande|petición solicitud|запрос|リクエスト 请求
reset|zurücksetzen|réinitialiser|restablecer reiniciar
resolve|auflösen auflösung|résoudre
restore|wiederherstellen|restaurer|restaurar
result|ergebnis resultat|résultat||результат|結果 结果
return|zurückgeben rückgabe zurückgegeben liefern|retourner renvoyer retour|devolver retornar retorno|вернуть|戻り 返回
root|wurzel|racine|raíz
route|strecke|chemin|ruta
row|zeile reihe|ligne rangée|fila
rule|regel|règle|regla
runtime|laufzeit
save store|speichern sichern ablegen|enregistrer sauvegarder stocker|guardar almacenar|сохранить|保存 存储
schedule|planen planung|planifier|planificar
schema|||esquema
select|auswählen auswahl wählen|sélectionner choisir|seleccionar elegir
send|schicken versenden|envoyer envoi|enviar envío|отправить|送信 发送
separate split|trennen teilen aufteilen getrennt|diviser|dividir
serve server|ausliefern bereitstellen||servidor
session|sitzung||sesión||セッション 会话
set|setzen menge|ensemble|establecer conjunto poner
setting|einstellung einstellen|réglage|ajuste|настройка|設定 设置
shared common|gemeinsam geteilt|partagé commun|compartido común
sign|unterschreiben||firmar firmado
size|größe|taille|tamaño
slash|schrägstrich|barre-oblique
source|quelle quelltext quellcode||fuente origen
space|leerzeichen raum||espacio
stack|stapel
state status|zustand|état
stop|anhalten stoppen beenden|arrêter|parar detener
stream|strom datenstrom|flux|flujo
string|zeichenkette zeichenfolge|chaîne|cadena|строка|文字列 字符串
subscribe|abonnieren abonnement|abonner|suscribir
table|tabelle tafel
target|ziel|cible|objetivo destino
task|aufgabe|tâche|tarea|задача|タスク 任务
template|vorlage|modèle gabarit|plantilla||テンプレート 模板
test|prüfung|essai|prueba probar||テスト 测试
threshold|schwelle schwellwert|seuil|umbral
throttle|drosseln
throw raise|werfen auslösen geworfen|lever lancer|lanzar
time|zeit uhrzeit|temps heure|tiempo hora
timeout|zeitüberschreitung zeitlimit|délai|tiempo-de-espera
transfer|übertragen übertragung
tree|baum|arbre|árbol|дерево|ツリー
trigger|auslöser auslösen|déclencher|disparar
type|typ art||tipo|тип|类型
underscore|unterstrich|tiret-bas|guion-bajo
update|aktualisieren aktualisierung|mettre-à-jour actualiser|actualizar|обновить|更新
upload|hochladen|téléverser envoi|subir carga
upper|großbuchstaben|majuscule|mayúscula
usage use|benutzung verwendung benutzen verwenden nutzen|utilisation utiliser|uso usar utilizar
user|benutzer nutzer anwender|utilisateur|usuario|пользователь|ユーザー 用户
valid|gültig
value|wert|valeur|valor|значение
version|fassung
view|ansicht sicht|vue|vista
wait|warten wartet|attendre attente|esperar espera
wake|wecken aufwecken
warning|warnung|avertissement|advertencia aviso
watch monitor|überwachen überwachung beobachten|surveiller|vigilar
width|breite|largeur|ancho
window|fenster|fenêtre|ventana
work|arbeit arbeiten|travail|trabajo
wrap|umbrechen umhüllen umbruch|envelopper|envolver
write|schreiben schreibt geschrieben|écrire écriture|escribir escritura|писать|書き込み 写入
wrong|falsch|mauvais incorrect|incorrecto equivocado`;

/** Words that only hold a sentence together, by language. In a question in that language they say nothing about code. */
export const functionWords: Readonly<Record<string, string>> = {
  de: 'aber alle als am an andere anderem anderen anderer anderes auch auf aus bei beim bin bis da dann das dass dem den der des die dies diese dieser dieses doch dort durch ein eine einem einen einer eines er es etwas für gegen gibt habe haben hat hier ich ihr im in ist ja jede jeder jedes kann kein keine können man mehr mein mit muss nach nicht noch nur ob oder ohne pro schon sein sich sie sind so sollen soll über um und uns unter vom von vor wann war warum was welche welchem welchen welcher welches wenn wer werden wie wieder wird wir wo wofür woher wohin womit worden wurde wurden zu zum zur zwei zwischen',
  fr: 'a au aux avec ce ces cet cette ceux comme comment dans de depuis des du elle elles en entre est et être fait il ils je la le les leur lors lorsque mais même ne nous on ou où par pas peut pendant pour pourquoi quand que quel quelle quels quelles qui sa sans se ses si son sont sous sur tous tout toute un une vers vous y deux',
  es: 'a al como con cual cuando de del desde donde dos el ella en entre es esta está este esto están fue ha hay la las le lo los mi muy no nos o para pero por porque puede que quien se ser si sin sobre son su sus también tiene todo todos tras un una unas unos y ya mas',
  it: 'alla che come con cosa da dal dalla dei del della delle di dove due e gli il in la le lo nel nella non per perché quale quando se si sono su tra un una uno viene è',
  pt: 'ao aos as com como da das de do dos e em entre essa esse esta este isso na nas no nos não o onde os ou para pela pelo por porque quais qual quando que se sem ser seu sua são uma um é',
  nl: 'aan als bij dat de deze die dit door een en er geen het hoe in is kan met naar niet of om onder op over te tot uit van voor waar waarom wanneer wat welke worden wordt zijn zonder',
  ru: 'в во для до если и из или как какая какие какой когда кто ли на не о от по при с со что чтобы это этот где где-то через',
};
