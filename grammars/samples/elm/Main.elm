module Main exposing (Model, Msg(..), main)

{-| A counter with a list.
-}

import Browser
import Dict exposing (Dict)
import Html exposing (Html, button, div, text)
import Html.Attributes as Attr
import Html.Events exposing (onClick)
import Json.Decode as Decode exposing (Decoder)


{-| What the page knows.
-}
type alias Model =
    { count : Int
    , names : Dict String Int
    , state : State
    }


type State
    = Loading
    | Ready (List String)
    | Failed { reason : String, code : Int }


type Msg
    = Add Int
    | Named (Result String String)
    | NoOp


type alias Named a =
    { a | name : String }


init : () -> ( Model, Cmd Msg )
init _ =
    ( { count = 0, names = Dict.empty, state = Loading }, Cmd.none )


update : Msg -> Model -> ( Model, Cmd Msg )
update msg ({ count } as model) =
    case msg of
        Add n ->
            ( { model | count = count + n }, Cmd.none )

        Named (Ok name) ->
            let
                names =
                    Dict.insert name 1 model.names

                ( first, _ ) =
                    ( name, 2 )
            in
            ( { model | names = names, state = Ready [ first ] }, Cmd.none )

        Named (Err reason) ->
            ( { model | state = Failed { reason = reason, code = 0xFF } }, Cmd.none )

        NoOp ->
            ( model, Cmd.none )


view : Model -> Html Msg
view model =
    div [ Attr.class "counter" ]
        [ button [ onClick (Add -1) ] [ text "-" ]
        , if model.count > 10 && not (Dict.isEmpty model.names) then
            text "many"

          else
            text (String.fromInt model.count)
        , model.names
            |> Dict.keys
            |> List.map (\name -> div [] [ text (name ++ """ "raw" """) ])
            |> div []
        ]


decoder : Decoder (Named { age : Float })
decoder =
    Decode.map2 (\name age -> { name = name, age = age })
        (Decode.field "name" Decode.string)
        (Decode.field "age" Decode.float)


firstOr : a -> List a -> a
firstOr default list =
    case list of
        [] ->
            default

        head :: _ ->
            head


main : Program () Model Msg
main =
    Browser.element
        { init = init
        , update = update
        , view = view
        , subscriptions = \_ -> Sub.none
        }
