// An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.
//
// Go on at the three places marked HERE. Whatever else prints to os.Stdout is led to standard error below. A panic ends
// no more than its request, unless it is in a goroutine that the engine has started.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"sort"
	"strings"
)

const (
	engine  = "@NAME@"
	version = "0.1"
	game    = "@GAME@"
)

type object = map[string]any

// HERE (1): the cards that your engine knows, by their English names.
var cards = map[string]bool{} // such as "Copper": true

// HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
var actions = map[string]func(position, action object) error{
	"example": func(position, action object) error { // such as {"example": "alice"}
		return unsupported{"action", "example"}
	},
}

// unsupported is what the engine lacks: a game, a card, an action, a capability; and which.
type unsupported struct {
	What string `json:"what"`
	Name string `json:"name"`
}

func (lack unsupported) Error() string { return lack.What + " " + lack.Name }

// describe says what the engine is and claims. With "cards" in the game's claims, cases with other cards are not even
// sent. Add the capability "choices" when run can answer with a question and all its options.
func describe() object {
	games := object{game: object{}}
	return object{"protocol": 1, "name": engine, "version": version, "games": games, "capabilities": []string{}}
}

type params struct {
	Game    string
	Given   object
	Actions []json.RawMessage
	Answers []object
}

func run(asked params) (object, error) {
	if asked.Game != game {
		return nil, unsupported{"game", asked.Game}
	}
	position := asked.Given
	for _, card := range cardsIn(position) {
		if !cards[card] {
			return nil, unsupported{"card", card}
		}
	}
	// HERE (3): set your engine up from position, let the actions happen in it, and read the position back.
	// What of it your engine cannot be given is unsupported, {"what": "state", "name": "counters"}: passed over,
	// it would make cases fail for what the engine never knew.
	// For a question that asked.Answers does not answer, return {"choice": {"player", "kind", "options"}}; for an
	// action that the rules forbid, {"refused": {"action": index, "reason": "..."}}.
	for _, text := range asked.Actions {
		if err := act(position, text); err != nil {
			return nil, err
		}
	}
	return object{"state": position}, nil
}

func act(position object, text json.RawMessage) error {
	var action object
	if err := json.Unmarshal(text, &action); err != nil {
		return err
	}
	words := keys(text)
	for _, verb := range words {
		if do, ok := actions[verb]; ok {
			return do(position, action)
		}
	}
	return unsupported{"action", words[0]}
}

// keys returns the keys of an object in the order in which they are written, which a map has forgotten.
func keys(text json.RawMessage) (found []string) {
	words := json.NewDecoder(bytes.NewReader(text))
	for words.Token(); words.More(); words.Decode(new(json.RawMessage)) {
		key, _ := words.Token()
		found = append(found, key.(string))
	}
	return found
}

// cardsIn returns the name of every card in a position, in the same order each time.
func cardsIn(part any) (names []string) {
	switch part := part.(type) {
	case object:
		if card, ok := part["card"].(string); ok {
			names = append(names, card)
		}
		for _, value := range part {
			names = append(names, cardsIn(value)...)
		}
	case []any:
		for _, value := range part {
			names = append(names, cardsIn(value)...)
		}
	}
	sort.Strings(names)
	return names
}

// outcome runs what is asked; a panic is an error like any other.
func outcome(text json.RawMessage) (result object, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", wrong, debug.Stack()) // which is shown with the case
			err = fmt.Errorf("%v", wrong)
		}
	}()
	var asked params
	if err := json.Unmarshal(text, &asked); err != nil {
		return nil, err
	}
	result, err = run(asked)
	var lack unsupported
	if errors.As(err, &lack) {
		return object{"unsupported": lack}, nil
	}
	return result, err
}

func respond(line []byte) (response object, last bool) {
	var request struct {
		ID     json.RawMessage
		Method string
		Params json.RawMessage
	}
	if err := json.Unmarshal(line, &request); err != nil || request.ID == nil {
		return failure(nil, -32700, "no request can be read in this line"), false
	}
	result := object{}
	switch request.Method {
	case "describe":
		result = describe()
	case "run":
		var err error
		if result, err = outcome(request.Params); err != nil {
			return failure(request.ID, -32603, err.Error()), false
		}
	case "shutdown":
		last = true
	default:
		return failure(request.ID, -32601, "no method "+request.Method), false
	}
	return object{"jsonrpc": "2.0", "id": request.ID, "result": result}, last
}

func failure(id any, code int, message string) object {
	message = strings.ReplaceAll(message, "\n", " ")
	return object{"jsonrpc": "2.0", "id": id, "error": object{"code": code, "message": message}}
}

func main() {
	responses := json.NewEncoder(os.Stdout) // writes a line at a time
	os.Stdout = os.Stderr
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, math.MaxInt) // however long they are
	for lines.Scan() {
		response, last := respond(lines.Bytes())
		if err := responses.Encode(response); err != nil {
			responses.Encode(failure(response["id"], -32603, err.Error()))
		}
		if last {
			return
		}
	}
}
